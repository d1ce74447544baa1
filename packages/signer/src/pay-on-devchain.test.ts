import { startDevchain, type Devchain } from '@tern/devchain/start-devchain';
import { units } from '@tern/money/units';
import { findAddressFromHex, getAddress, type TronAddress } from '@tern/tron/address';
import { broadcast } from '@tern/tron/broadcast';
import { encodeSignedTransaction } from '@tern/tron/encode-signed-transaction';
import { findSolidTransaction } from '@tern/tron/find-solid-transaction';
import { getAccount } from '@tern/tron/get-account';
import { getTokenBalance } from '@tern/tron/get-token-balance';
import { getTransactionWindow } from '@tern/tron/get-transaction-window';
import { judgePayment } from '@tern/tron/judge-payment';
import { openNode, type TronNode } from '@tern/tron/open-node';
import { scanForTransaction } from '@tern/tron/scan-for-transaction';
import type { SignedOrder, SignerOrder } from '@tern/tron/signer-protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signOrder } from './sign-order.ts';
import { openFixture, policy, type SignerFixture } from './testing/signer-fixture.ts';

// Orders signed here, sent to the local chain over HTTP, judged by what its solidified blocks say.
const receiver = findAddressFromHex('7c'.repeat(20)) as TronAddress;
const solidLag = 3;
let chain: Devchain;
let node: TronNode;
let usdt: TronAddress;
let fixture: SignerFixture;
let hot: TronAddress;
let orders = 0;

beforeAll(async () => {
  chain = await startDevchain({ port: 0, seed: 'signer', solidLag, mining: { mode: 'manual' } });
  node = openNode({ url: chain.url, timeoutMs: 10_000 });
  usdt = getAddress(chain.info().contracts.usdt.base58);
  fixture = openFixture();
  hot = fixture.deps.keychain.addressAt({ purpose: 'hot', index: 0 });
  await chain.admin.faucetTrx(hot, 1_000_000_000n);
  await chain.admin.faucetToken('usdt', hot, 1_000_000n);
  await chain.admin.mine(10);
});

afterAll(async () => {
  fixture[Symbol.dispose]();
  await chain.close();
});

beforeEach(async () => {
  await chain.admin.clearFaults();
});

async function newOrder(payment: SignerOrder['payment'], changes: Partial<SignerOrder> = {}): Promise<SignerOrder> {
  orders += 1;
  return {
    orderId: `w-${orders}`,
    attempt: 1,
    payment,
    ...(await getTransactionWindow(node, { lifetimeMs: 60_000 })),
    ...changes,
  };
}

function sign(order: SignerOrder): SignedOrder {
  const million = units(1_000_000_000n);
  const limits = { usdt: { perOrder: million, perDay: million }, trx: { perOrder: million, perDay: million } };
  return signOrder(
    {
      ...fixture.deps,
      policy: {
        ...policy,
        tokens: new Map([[usdt, 'usdt']]),
        feeLimitMaxSun: million,
        limits: { ...policy.limits, ...limits },
      },
    },
    order,
  );
}

const token = (amount: bigint, feeLimitSun = 50_000_000n): SignerOrder['payment'] => ({
  kind: 'trc20',
  contract: usdt,
  to: receiver,
  amount: units(amount),
  feeLimitSun: units(feeLimitSun),
});
const trx = (amountSun: bigint): SignerOrder['payment'] => ({ kind: 'trx', to: receiver, amountSun: units(amountSun) });

async function settle(txId: string) {
  await chain.admin.mine(solidLag + 1);
  const found = await findSolidTransaction(node, txId);
  if (found === undefined) throw new Error('not solid');
  return found.transaction;
}

test('a signed TRX order is accepted and pays', async () => {
  const signed = sign(await newOrder(trx(3_000_000n)));
  expect(await broadcast(node, encodeSignedTransaction(signed))).toMatchObject({ outcome: 'accepted' });
  const facts = await settle(signed.txId);
  expect(judgePayment(facts, { kind: 'trx', owner: hot, to: receiver, amount: units(3_000_000n) })).toMatchObject({
    verdict: 'paid',
  });
  expect((await getAccount(node, { view: 'solid', address: receiver })).balanceSun).toBe(3_000_000n);
});

test('M27 a signed USDT order with a memo is accepted and pays, though the contract returns false', async () => {
  const signed = sign(await newOrder(token(250_000n), { memo: 'rent' }));
  expect(await broadcast(node, encodeSignedTransaction(signed))).toMatchObject({ outcome: 'accepted' });
  const facts = await settle(signed.txId);
  const expected = { kind: 'trc20', owner: hot, to: receiver, contract: usdt, amount: units(250_000n) } as const;
  expect(judgePayment(facts, expected)).toMatchObject({ verdict: 'paid' });
  expect(facts.memo).toBe('rent');
  expect(await getTokenBalance(node, { view: 'solid', contract: usdt, owner: receiver })).toBe(250_000n);
});

test('M26 an order that runs out of energy fails, costs its fee, and may be tried again with that proof', async () => {
  const first = await newOrder(token(1_000n, 100_000n));
  const { txId, ...signed } = sign(first);
  await broadcast(node, encodeSignedTransaction(signed));
  await chain.admin.mine(solidLag + 1);
  const found = await findSolidTransaction(node, txId);
  if (found === undefined) throw new Error('not solid');
  const expected = { kind: 'trc20', owner: hot, to: receiver, contract: usdt, amount: units(1_000n) } as const;
  const verdict = judgePayment(found.transaction, expected);
  expect(verdict).toMatchObject({ verdict: 'failed', code: 'OUT_OF_ENERGY' });
  const { number, id, timeMs } = found.block;
  const second = sign({
    ...(await newOrder(token(1_000n))),
    orderId: first.orderId,
    attempt: 2,
    deathProof: { cause: 'failed', txId, block: { number, id, timeMs }, resultCode: 'OUT_OF_ENERGY' },
  });
  await broadcast(node, encodeSignedTransaction(second));
  expect(judgePayment(await settle(second.txId), expected)).toMatchObject({ verdict: 'paid' });
});

test('M21 an order that was dropped is proven dead by the scan, and only then signed again', async () => {
  await chain.admin.setFault({ kind: 'drop', times: 1 });
  const first = await newOrder(trx(1_000_000n));
  const signed = sign(first);
  expect(await broadcast(node, encodeSignedTransaction(signed))).toMatchObject({ outcome: 'accepted' });
  const question = { txId: signed.txId, refBlock: first.refBlock, expirationMs: first.expirationMs };
  expect(await scanForTransaction(node, question)).toMatchObject({ found: 'not-yet' });
  await chain.admin.mine(30);
  const scan = await scanForTransaction(node, question);
  if (scan.found !== 'absent') throw new Error(scan.found);
  const blockOf = ({ number, id, timeMs }: typeof scan.toBlock) => ({ number, id, timeMs });
  const again = sign({
    ...(await newOrder(trx(1_000_000n))),
    orderId: first.orderId,
    attempt: 2,
    deathProof: {
      cause: 'expired',
      txId: signed.txId,
      scans: [{ node: node.name, fromBlock: blockOf(scan.fromBlock), toBlock: blockOf(scan.toBlock) }],
    },
  });
  await broadcast(node, encodeSignedTransaction(again));
  const payment = { kind: 'trx', owner: hot, to: receiver, amount: units(1_000_000n) } as const;
  expect(judgePayment(await settle(again.txId), payment)).toMatchObject({ verdict: 'paid' });
});

describe('M23 whatever the answer was, the same bytes pay exactly once', () => {
  test.each(['accept-then-refuse', 'lose-answer'] as const)('%s', async (kind) => {
    await chain.admin.setFault(
      kind === 'lose-answer' ? { kind, times: 1 } : { kind, times: 1, code: 'NOT_ENOUGH_EFFECTIVE_CONNECTION' },
    );
    const before = (await getAccount(node, { view: 'head', address: receiver })).balanceSun;
    const signed = encodeSignedTransaction(sign(await newOrder(trx(2_000_000n))));
    expect(await broadcast(node, signed)).toMatchObject({ outcome: 'unknown' });
    await chain.admin.mine(1);
    expect(await broadcast(node, signed)).toMatchObject({ outcome: 'unknown', code: 'DUP_TRANSACTION_ERROR' });
    await chain.admin.mine(solidLag);
    expect((await getAccount(node, { view: 'solid', address: receiver })).balanceSun).toBe(before + 2_000_000n);
  });
});
