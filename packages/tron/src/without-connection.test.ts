import { startDevchain, type Devchain } from '@tern/devchain/start-devchain';
import { TronWeb } from 'tronweb';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { broadcast } from './broadcast.ts';
import { encodeSignedTransaction } from './encode-signed-transaction.ts';
import { NodeFault } from './node-fault.ts';
import { openNode, type TronNode } from './open-node.ts';

// Goal: what tests learn from a local chain without a connection is what a connection would have told them. Method: one chain, asked the
// same over HTTP and without it, whole and with every fault it has.
const timeoutMs = 300;
let chain: Devchain;
let nodes: readonly [TronNode, TronNode];
let account: string;
let tronWeb: TronWeb;
beforeAll(async () => {
  chain = await startDevchain({ port: 0, seed: 'without a connection', mining: { mode: 'manual' } });
  account = chain.info().accounts.trader.base58;
  tronWeb = new TronWeb({ fullHost: chain.url, privateKey: chain.keys.faucet });
  await chain.admin.faucetTrx(account, 5_000_000n);
  await chain.admin.mine(25);
  nodes = [openNode({ url: chain.url, timeoutMs }), openNode({ url: chain.url, timeoutMs, fetch: chain.fetch })];
});
afterEach(() => chain.admin.clearFaults());
afterAll(() => chain.close());

/** The answer, or which fault it is and in which words. */
async function told(node: TronNode, path: string, body: Readonly<Record<string, unknown>>): Promise<unknown> {
  try {
    return await node.ask(path, body);
  } catch (error) {
    if (!(error instanceof NodeFault)) throw error;
    return { fault: error.kind, words: error.message };
  }
}

type Fault = Parameters<Devchain['admin']['setFault']>[0];

/** Whether a transaction reaches the chain past the fault. */
const isTaken = {
  'lose-answer': true,
  throttle: false,
  http: false,
  // Whoever gave up has not sent it, as far as a late node can tell.
  delay: false,
  hang: false,
  'cut-answer': true,
  refuse: false,
  'accept-then-refuse': true,
};

const questions: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['/walletsolidity/getblockbynum', { num: 2 }],
  ['/walletsolidity/gettransactioninfobyblocknum', { num: 2 }],
  ['/walletsolidity/getblock', { detail: false }],
  ['/wallet/getblock', { detail: false }],
  ['/wallet/getnowblock', {}],
  ['/wallet/broadcasthex', { transaction: '00' }],
  ['/wallet/getblockbynum', { num: 'no number' }],
  ['/nowhere', {}],
];

test.each(questions)('%s is answered alike', async (path, body) => {
  const [over, without] = nodes;
  expect(await told(without, path, body)).toEqual(await told(over, path, body));
});

/** A fault of each kind; of faults that fall on single requests, one for each way to ask. */
const faults: Readonly<Record<Fault['kind'], Fault>> = {
  refuse: { kind: 'refuse', code: 'SERVER_BUSY' },
  'accept-then-refuse': { kind: 'accept-then-refuse', code: 'SERVER_BUSY' },
  'lose-answer': { kind: 'lose-answer' },
  hold: { kind: 'hold' },
  drop: { kind: 'drop' },
  throttle: { kind: 'throttle' },
  http: { kind: 'http', status: 503, body: '<html>busy</html>' },
  delay: { kind: 'delay', delayMs: 3 * timeoutMs },
  hang: { kind: 'hang' },
  'cut-answer': { kind: 'cut-answer' },
  'no-calls': { kind: 'no-calls' },
  'no-estimates': { kind: 'no-estimates' },
  'stall-solid': { kind: 'stall-solid' },
  'lag-solid': { kind: 'lag-solid', blocks: 3 },
  'lag-head': { kind: 'lag-head', blocks: 3 },
  fork: { kind: 'fork', depth: 3 },
  conceal: { kind: 'conceal', txId: '00' },
  'no-internal': { kind: 'no-internal' },
};

describe.each(Object.keys(faults) as Fault['kind'][])('with the fault %s', (kind) => {
  test('both are told the same', async () => {
    const [over, without] = nodes;
    await chain.admin.setFault(faults[kind]);
    for (const [path, body] of questions) {
      const [asked, askedWithout] = await Promise.all([told(over, path, body), told(without, path, body)]);
      expect(askedWithout).toEqual(asked);
    }
  });
});

test.each(['lose-answer', 'throttle', 'http', 'delay', 'hang', 'cut-answer', 'refuse', 'accept-then-refuse'] as const)(
  'a payment met by the fault %s has the same end',
  async (kind) => {
    const patient = openNode({ url: chain.url, timeoutMs: 30_000 });
    const pay = async (node: TronNode, amountSun: number): Promise<unknown> => {
      const transaction = await tronWeb.trx.sign(await tronWeb.transactionBuilder.sendTrx(account, amountSun));
      const { txID, raw_data_hex: rawHex, signature } = transaction;
      const signed = { txId: txID, rawHex, signatureHex: (signature[0] ?? '').replace(/^0x/, '').toLowerCase() };
      await chain.admin.setFault({ ...faults[kind], times: kind === 'delay' ? 2 : 1 } as Fault);
      const answer = await broadcast(node, encodeSignedTransaction(signed));
      // As late as the payment, and asked after it: by then the node is done with both.
      await patient.ask('/wallet/getnowblock', {});
      expect(chain.info().pending).toBe(isTaken[kind] ? 1 : 0);
      await chain.admin.clearFaults();
      await chain.admin.mine();
      return answer;
    };
    const answers = [await pay(nodes[0], 1), await pay(nodes[1], 2)];
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[1]).not.toMatchObject({ outcome: 'accepted' });
  },
);

test('a chain that has ended answers nobody', async () => {
  const ended = await startDevchain({ port: 0, seed: 'ended', mining: { mode: 'manual' } });
  await ended.close();
  const node = openNode({ url: ended.url, timeoutMs, fetch: ended.fetch });
  await expect(node.ask('/wallet/getnowblock', {})).rejects.toMatchObject({ kind: 'unavailable' });
});

test('each of two ports answers what it serves', async () => {
  const stock = await startDevchain({ port: 0, solidityPort: 0, seed: 'stock', mining: { mode: 'manual' } });
  const { url, solidityUrl, fetch } = stock;
  const [right, wrong] = [openNode({ url, solidityUrl, timeoutMs, fetch }), openNode({ url, timeoutMs, fetch })];
  expect(await right.ask('/walletsolidity/getnowblock', {})).toHaveProperty('blockID');
  await expect(wrong.ask('/walletsolidity/getnowblock', {})).rejects.toMatchObject({ kind: 'unavailable' });
  await stock.close();
});
