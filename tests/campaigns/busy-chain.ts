import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { transferTopic } from './deposit-shapes.ts';
import { openDraw } from './draw.ts';

/** A chain as busy as the real one, served over HTTP by a thread of its own so that it does not share the reader's time. */
export type BusyChainOptions = {
  readonly blocks: number;
  readonly transactionsPerBlock: number;
  /** Of a thousand transactions, how many pay one of ours. */
  readonly oursPerThousand: number;
  /** The 40 digits of addresses of ours that get paid, one after the other. */
  readonly ours: readonly string[];
  readonly usdt: string;
  readonly seed: number;
};

export type BusyChain = { readonly url: string; readonly stop: () => Promise<void> };

/** Resolves once every block is rendered and the server listens. */
export async function startBusyChain(options: BusyChainOptions): Promise<BusyChain> {
  const thread = new Worker(new URL(import.meta.url), { workerData: options });
  const port = await new Promise<number>((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
  });
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      await thread.terminate();
    },
  };
}

type Rendered = { readonly block: string; readonly receipts: string };

const genesisMs = Date.UTC(2026, 0, 1);
const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const blockId = (number: number): string =>
  number < 0 ? '0'.repeat(64) : number.toString(16).padStart(16, '0') + sha256(`busy ${number}`).slice(16);
const someone = (serial: number): string => sha256(`somebody ${serial}`).slice(0, 40);
const word = (digits: string): string => digits.padStart(64, '0');

function renderBlock(number: number, options: BusyChainOptions): Rendered {
  const draw = openDraw(options.seed + number);
  const raw = { parentHash: blockId(number - 1), timestamp: genesisMs + number * 3000, number };
  const bodies: object[] = [];
  const receipts: object[] = [];
  for (let at = 0; at < (number === 0 ? 0 : options.transactionsPerBlock); at += 1) {
    const serial = number * options.transactionsPerBlock + at;
    const rawHex = sha256(`raw ${serial}`).repeat(6);
    const txID = sha256(Buffer.from(rawHex, 'hex'));
    const [from, amount] = [someone(serial), 1_000_000 + draw.below(10 ** 9)];
    const pays = draw.below(1_000) < options.oursPerThousand;
    const to = pays ? (options.ours[serial % options.ours.length] ?? '') : someone(serial + 10 ** 7);
    const token = draw.below(3) > 0;
    const value = token
      ? { owner_address: `41${from}`, contract_address: `41${options.usdt}`, data: `a9059cbb${word(to)}${word('1')}` }
      : { owner_address: `41${from}`, to_address: `41${to}`, amount };
    bodies.push({
      ret: [{ contractRet: 'SUCCESS' }],
      signature: [sha256(`signature ${serial}`).repeat(2)],
      txID,
      raw_data: {
        contract: [{ parameter: { value }, type: token ? 'TriggerSmartContract' : 'TransferContract' }],
        ref_block_bytes: '0000',
        expiration: raw.timestamp + 60_000,
        timestamp: raw.timestamp,
      },
      raw_data_hex: rawHex,
    });
    const log = {
      address: options.usdt,
      topics: [transferTopic, word(from), word(to)],
      data: word(amount.toString(16)),
    };
    receipts.push({
      id: txID,
      blockNumber: number,
      blockTimeStamp: raw.timestamp,
      contractResult: [''],
      receipt: token ? { energy_usage_total: 64_285, net_usage: 345, result: 'SUCCESS' } : { net_usage: 268 },
      ...(token ? { log: [log] } : {}),
    });
  }
  const block = { blockID: blockId(number), block_header: { raw_data: number === 0 ? omitNumber(raw) : raw } };
  return {
    block: JSON.stringify(bodies.length === 0 ? block : { ...block, transactions: bodies }),
    receipts: JSON.stringify(receipts),
  };
}

function omitNumber({ parentHash, timestamp }: { readonly parentHash: string; readonly timestamp: number }): object {
  return { parentHash, timestamp };
}

function serve(options: BusyChainOptions): void {
  const blocks = Array.from({ length: options.blocks + 1 }, (_, number) => renderBlock(number, options));
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const asked = JSON.parse(body) as { num?: number; id_or_num?: string };
      const found = blocks[Number(asked.num ?? asked.id_or_num ?? options.blocks)];
      const receipts = request.url?.endsWith('/gettransactioninfobyblocknum') === true;
      response.end(receipts ? (found?.receipts ?? '[]') : (found?.block ?? '{}'));
    });
  });
  server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port));
}

if (!isMainThread && parentPort !== null) serve(workerData as BusyChainOptions);
