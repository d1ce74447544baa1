import { createHash } from 'node:crypto';
import type { TronNode } from '../open-node.ts';
import { scriptedNode } from './scripted-node.ts';

export type ScriptedTransaction = {
  readonly type: string;
  readonly value: object;
  readonly contractRet?: string;
  readonly receipt?: object;
  readonly info?: object;
  readonly data?: string;
};

export type ScriptedBlock = {
  readonly number: number;
  readonly timeMs: number;
  readonly transactions?: readonly ScriptedTransaction[];
  /** Distinguishes forks: blocks of the same number with another salt have other ids. */
  readonly salt?: string;
};

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

export function blockId(number: number, salt = ''): string {
  return number.toString(16).padStart(16, '0') + hash(`${number}${salt}`).slice(16);
}

/** A block and its receipts in the node's own words: defaults dropped, addresses as hexadecimal text. */
export function blockReplies(block: ScriptedBlock): { readonly body: object; readonly receipts: readonly object[] } {
  const rows = (block.transactions ?? []).map((transaction, at) => {
    const rawHex = Buffer.from(`${block.number} ${block.salt ?? ''} ${at} ${transaction.type}`).toString('hex');
    return { transaction, rawHex, txId: createHash('sha256').update(Buffer.from(rawHex, 'hex')).digest('hex') };
  });
  return {
    body: {
      blockID: blockId(block.number, block.salt),
      block_header: {
        raw_data: { number: block.number, parentHash: blockId(block.number - 1, block.salt), timestamp: block.timeMs },
      },
      ...(rows.length === 0
        ? {}
        : {
            transactions: rows.map(({ transaction, rawHex, txId }) => ({
              txID: txId,
              raw_data_hex: rawHex,
              raw_data: {
                contract: [{ type: transaction.type, parameter: { value: transaction.value } }],
                ...(transaction.data === undefined ? {} : { data: transaction.data }),
              },
              ret: [transaction.contractRet === undefined ? {} : { contractRet: transaction.contractRet }],
            })),
          }),
    },
    receipts: rows.map(({ transaction, txId }) => ({
      id: txId,
      blockNumber: block.number,
      receipt: transaction.receipt ?? {},
      ...transaction.info,
    })),
  };
}

/** A node whose solidified chain is `blocks`; the last one is the head. */
export function chainNode(blocks: readonly ScriptedBlock[]): TronNode {
  const find = (number: unknown): ScriptedBlock | undefined => blocks.find((block) => block.number === Number(number));
  const replyOf = (block: ScriptedBlock | undefined): object => (block === undefined ? {} : blockReplies(block).body);
  return scriptedNode({
    '/walletsolidity/getblock': (body) =>
      replyOf(body['id_or_num'] === undefined ? blocks.at(-1) : find(body['id_or_num'])),
    '/walletsolidity/getblockbynum': (body) => replyOf(find(body['num'])),
    '/walletsolidity/gettransactioninfobyblocknum': (body) => {
      const block = find(body['num']);
      return block === undefined ? [] : blockReplies(block).receipts;
    },
  });
}
