import { createHash } from 'node:crypto';
import { openNode, type TronNode } from '@tern/tron/open-node';
import { makeTransaction, type Cast, type Made } from './deposit-shapes.ts';
import type { Draw } from './draw.ts';

export type MadeTransaction = Made & { readonly txId: string; readonly block: number };

export type GeneratedChain = {
  /** Adds a block of so many transactions and makes it irreversible; returns what is in it. */
  readonly mine: (transactions: number) => readonly MadeTransaction[];
  readonly headNumber: () => number;
  /** Forgets blocks below `number`: nobody asks for them again. */
  readonly forgetBelow: (number: number) => void;
  /** A node of this chain over the real HTTP client. `lag`: how many blocks it is behind, asked anew each time. */
  readonly openNode: (name: string, options?: NodeHabits) => TronNode;
};

export type NodeHabits = {
  readonly lag?: () => number;
  /** Spoils an answer; undefined leaves it as it is. */
  readonly spoil?: (path: string, honest: string) => Response | undefined;
};

type Rendered = { readonly block: string; readonly receipts: string };

const genesisMs = Date.UTC(2026, 0, 1);
const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

/** A chain of transactions that `make` draws, kept only as the texts a node answers with. */
export function generateChain(
  draw: Draw,
  cast: Cast,
  make: (draw: Draw, cast: Cast) => Made = makeTransaction,
): GeneratedChain {
  const blocks = new Map<number, Rendered>();
  let head = { number: 0, id: blockId(0, ''), parentId: '0'.repeat(64) };
  blocks.set(0, render(head, []));
  let serial = 0;
  const find = (number: number, newest: number): Rendered | undefined =>
    number > newest ? undefined : blocks.get(number);
  const answer = (path: string, body: Readonly<Record<string, unknown>>, newest: number): string => {
    const wanted = Number(body['num'] ?? body['id_or_num'] ?? newest);
    const found = find(wanted, newest);
    if (path.endsWith('/gettransactioninfobyblocknum')) return found?.receipts ?? '[]';
    return found?.block ?? '{}';
  };
  return {
    mine: (transactions) => {
      const number = head.number + 1;
      const made = Array.from({ length: transactions }, (): MadeTransaction => {
        serial += 1;
        return { ...make(draw, cast), txId: sha256(rawBytes(serial)), block: number };
      });
      head = { number, id: blockId(number, String(serial)), parentId: head.id };
      blocks.set(number, render(head, made, serial - transactions));
      return made;
    },
    headNumber: () => head.number,
    forgetBelow: (number) => {
      for (const known of blocks.keys()) if (known < number && known !== 0) blocks.delete(known);
    },
    openNode: (name, { lag = () => 0, spoil = () => undefined } = {}) =>
      openNode({
        url: `http://${name}`,
        timeoutMs: 10_000,
        fetch: async (url, request) => {
          const path = new URL(String(url)).pathname;
          const body = JSON.parse(String(request?.body)) as Record<string, unknown>;
          const honest = answer(path, body, Math.max(0, head.number - lag()));
          return spoil(path, honest) ?? new Response(honest);
        },
      }),
  };
}

function rawBytes(serial: number): Buffer {
  return Buffer.from(`generated transaction ${serial}`);
}

function blockId(number: number, salt: string): string {
  return number.toString(16).padStart(16, '0') + sha256(`${number} ${salt}`).slice(16);
}

function render(
  { number, id, parentId }: { readonly number: number; readonly id: string; readonly parentId: string },
  made: readonly MadeTransaction[],
  firstSerial = 0,
): Rendered {
  const raw_data = { parentHash: parentId, timestamp: genesisMs + number * 3000, ...(number === 0 ? {} : { number }) };
  const transactions = made.map((each, at) => ({
    ret: [each.contractRet === '' ? {} : { contractRet: each.contractRet }],
    signature: ['00'.repeat(65)],
    txID: each.txId,
    raw_data: { contract: [{ parameter: { value: each.value }, type: each.type }], timestamp: raw_data.timestamp },
    raw_data_hex: rawBytes(firstSerial + at + 1).toString('hex'),
  }));
  const block = { blockID: id, block_header: { raw_data }, ...(made.length === 0 ? {} : { transactions }) };
  return { block: JSON.stringify(block), receipts: JSON.stringify(made.map(renderReceipt)) };
}

function renderReceipt(made: MadeTransaction): object {
  const { txId, block, logs = [], inner = [], receiptResult, contractRet } = made;
  return {
    id: txId,
    blockNumber: block,
    contractResult: [''],
    receipt: { net_usage: 345, ...(receiptResult === undefined ? {} : { result: receiptResult }) },
    ...(receiptResult === undefined || contractRet === 'SUCCESS' ? {} : { result: 'FAILED' }),
    ...(logs.length === 0 ? {} : { log: logs }),
    ...(inner.length === 0 ? {} : { internal_transactions: inner.map(renderInner) }),
  };
}

function renderInner({ to, sun, tokenId, rejected }: NonNullable<Made['inner']>[number]): object {
  return {
    caller_address: `41${'c0'.repeat(20)}`,
    transferTo_address: `41${to}`,
    callValueInfo: [{ ...(sun === 0 ? {} : { callValue: sun }), ...(tokenId === undefined ? {} : { tokenId }) }],
    ...(rejected === true ? { rejected } : {}),
  };
}
