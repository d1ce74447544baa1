import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { units } from '@tern/money/units';
import { createAuthenticator } from '@tern/testkit/software-authenticator';
import type { TronAddress } from '@tern/tron/address';
import { findAddressFromHex } from '@tern/tron/address';
import type { ReadBackBlocks, SignedOrder, SignerOrder } from '@tern/tron/signer-protocol';
import { describe, expect, test } from 'vitest';
import { giveApproval, listPending } from './approvals.ts';
import { restoreMarkPath } from './open-signer.ts';
import type { AnyOrder } from './plan-order.ts';
import {
  closeSigner,
  getMemory,
  hearWitness,
  importOrders,
  readBack,
  reviewQuarantine,
  type QuarantineDeps,
} from './quarantine.ts';
import { signOrder } from './sign-order.ts';
import {
  openFixture,
  order,
  policy,
  startMs,
  storePolicy,
  treasuryOrder,
  usdt,
  type SignerFixture,
} from './testing/signer-fixture.ts';

const store = (fixture: SignerFixture) => fixture.deps.store;
const sign = (fixture: SignerFixture, wanted: AnyOrder): SignedOrder => signOrder(fixture.deps, wanted);
const person = (at: number): TronAddress => findAddressFromHex(at.toString(16).padStart(40, '7')) as TronAddress;
const payment = (at: number, amount = 10n): SignerOrder['payment'] => ({
  kind: 'trc20',
  contract: usdt,
  to: person(at),
  amount: units(amount),
  feeLimitSun: units(1n),
});
const withdrawal = (at: number): SignerOrder => order({ orderId: `w-${at}`, payment: payment(at) });
const laterBlock = (number: number, timeMs: number) => ({
  number,
  id: number.toString(16).padStart(16, '0').padEnd(64, 'e'),
  timeMs,
});
const doneMs = startMs + policy.lifetimeMaxMs;

/** Reading begins with block 101, when the chain is where it was at the restore. */
function begin(deps: QuarantineDeps): void {
  readBack(deps, { fromBlock: 101, toBlock: laterBlock(101, startMs), headMs: startMs, outflows: [] });
}

/** Blocks 102 to 200 with these transactions in them, at a time when nothing forgotten can come any more. */
function blocks(signed: readonly SignedOrder[], changes: Partial<ReadBackBlocks> = {}): ReadBackBlocks {
  const { refBlock } = order();
  const outflows = signed.map(({ rawHex, signatureHex }) => ({ rawHex, signatureHex, refBlock }));
  const read = { fromBlock: 102, toBlock: laterBlock(200, doneMs), headMs: startMs, outflows, ...changes };
  return { ...read, headMs: Math.max(read.headMs, read.toBlock.timeMs) };
}

/** A signer that has paid one order, is copied, pays `later` more, and is brought back from the copy. */
function restored(later: readonly AnyOrder[], mark: 'marked' | 'unmarked' = 'marked') {
  const fixture = openFixture();
  const { directory } = fixture.place;
  sign(fixture, withdrawal(0));
  const database = join(directory, 'signer.sqlite');
  fixture.signer.store.close();
  copyFileSync(database, `${database}.copy`);
  fixture.reopen();
  const signed = later.map((each) => sign(fixture, each));
  const memory = getMemory(store(fixture));
  fixture.signer.store.close();
  copyFileSync(`${database}.copy`, database);
  if (mark === 'marked') writeFileSync(restoreMarkPath(directory), '');
  fixture.reopen();
  return { fixture, deps: fixture.deps as QuarantineDeps, signed, memory };
}

test('M36 a restored signer signs nothing until its outflows were read back, and pays none of fifty again', () => {
  const orders = Array.from({ length: 50 }, (_, at) => withdrawal(at + 1));
  const { fixture, deps, signed } = restored(orders);
  using _ = fixture;
  // What it remembers it still answers: that signs nothing.
  expect(sign(fixture, withdrawal(0)).txId).toMatch(/^[0-9a-f]{64}$/);
  for (const each of orders) expect(() => sign(fixture, each)).toThrow('quarantined');
  expect(reviewQuarantine(deps)).toMatchObject({ reason: 'restored', nextBlock: 101, untilMs: doneMs, read: false });
  begin(deps);
  expect(readBack(deps, blocks(signed.slice(0, 30), { toBlock: laterBlock(150, startMs + 60_000) }))).toBe(30);
  expect(() => sign(fixture, withdrawal(1))).toThrow('quarantined');
  expect(readBack(deps, blocks(signed.slice(30), { fromBlock: 151 }))).toBe(20);
  expect(reviewQuarantine(deps)).toBeUndefined();
  // The product has forgotten them too and asks for new bytes: it gets the transactions that paid.
  orders.forEach((each, at) => {
    const again = { ...each, timestampMs: each.timestampMs + 7, expirationMs: each.expirationMs + 7 };
    expect(sign(fixture, again)).toMatchObject({
      txId: signed[at]?.txId,
      readBack: { expirationMs: each.expirationMs, refBlock: each.refBlock },
    });
    expect(sign(fixture, each).txId).toBe(signed[at]?.txId);
  });
  expect(store(fixture).sumSigned('usdt', 0)).toBe(510n);
  // A payment nobody has had is a new one.
  expect(sign(fixture, withdrawal(99))).not.toHaveProperty('readBack');
});

test('M36 a copy made in a quarantine that ended since is read back up to now, and not to the end of that one', () => {
  const { fixture, deps } = restored([]);
  using _ = fixture;
  begin(deps);
  const { directory } = fixture.place;
  const database = join(directory, 'signer.sqlite');
  fixture.signer.store.close();
  copyFileSync(database, `${database}.copy`);
  fixture.reopen();
  const now = fixture.deps as QuarantineDeps;
  readBack(now, blocks([]));
  expect(reviewQuarantine(now)).toBeUndefined();
  fixture.clock.advance(86_400_000);
  sign(fixture, withdrawal(1));
  fixture.signer.store.close();
  copyFileSync(`${database}.copy`, database);
  writeFileSync(restoreMarkPath(directory), '');
  fixture.reopen();
  const untilMs = fixture.clock.nowMs() + policy.lifetimeMaxMs;
  expect(reviewQuarantine(fixture.deps as QuarantineDeps)).toMatchObject({ untilMs, read: false });
});

test('M36 a chain whose clock is ahead of the signer’s is waited for by its own time', () => {
  const { fixture, deps } = restored([]);
  using _ = fixture;
  const aheadMs = startMs + 10 * policy.lifetimeMaxMs;
  readBack(deps, { fromBlock: 101, toBlock: laterBlock(101, aheadMs), headMs: aheadMs + 1, outflows: [] });
  expect(reviewQuarantine(deps)).toMatchObject({ untilMs: aheadMs + 1 + policy.lifetimeMaxMs, read: false });
});

test('M36 two equal payments need two transactions on the chain to count as paid', () => {
  const twin = { ...withdrawal(1), orderId: 'w-twin', timestampMs: withdrawal(1).timestampMs + 1 };
  const third = { ...twin, orderId: 'w-third', timestampMs: twin.timestampMs + 1 };
  const { fixture, deps, signed } = restored([withdrawal(1), twin]);
  using _ = fixture;
  begin(deps);
  readBack(deps, blocks(signed));
  reviewQuarantine(deps);
  const [first, second, fresh] = [withdrawal(1), twin, third].map((each) => sign(fixture, each));
  expect(new Set([first?.txId, second?.txId])).toEqual(new Set(signed.map(({ txId }) => txId)));
  expect(fresh).not.toHaveProperty('readBack');
});

test('M36 a restored signer learns from the chain which statement stands for a number, and signs no other', () => {
  const anchor = (orderId: string, number: number, letter: string): AnyOrder =>
    treasuryOrder({ kind: 'anchor', number, hash: letter.repeat(64) }, { orderId });
  const { fixture, deps, signed } = restored([anchor('a-1', 5, 'a')]);
  begin(deps);
  readBack(deps, blocks(signed));
  expect(reviewQuarantine(deps)).toBeUndefined();
  const changed = expect.objectContaining({ code: 'statement-changed' });
  expect(() => sign(fixture, anchor('a-2', 5, 'b'))).toThrow(changed);
  expect(() => sign(fixture, anchor('a-3', 4, 'b'))).toThrow(changed);
  expect(sign(fixture, anchor('a-4', 6, 'b'))).toHaveProperty('txId');
});

test('M36 orders the product remembers come back under their own ids', () => {
  const orders = [withdrawal(1), withdrawal(2)];
  const { fixture, deps, signed } = restored(orders);
  using _ = fixture;
  const remembered = orders.map((each, at) => ({ order: each, ...(signed[at] as SignedOrder) }));
  expect(importOrders(deps, remembered)).toBe(2);
  expect(importOrders(deps, remembered)).toBe(0);
  begin(deps);
  expect(readBack(deps, blocks(signed))).toBe(0);
  expect(reviewQuarantine(deps)).toBeUndefined();
  expect(sign(fixture, orders[0] as SignerOrder)).toEqual(signed[0]);
  expect(getMemory(store(fixture)).sequence).toBe(3);
});

describe('M36 an old copy that nobody marked', () => {
  test('is found out by how far its memory was known to reach', () => {
    const { fixture, deps, signed, memory } = restored([withdrawal(1)], 'unmarked');
    using _ = fixture;
    expect(memory.sequence).toBe(2);
    expect(hearWitness(deps, memory)).toEqual({ ...memory, sequence: 1 });
    expect(() => sign(fixture, withdrawal(1))).toThrow('quarantined');
    begin(deps);
    readBack(deps, blocks(signed));
    expect(reviewQuarantine(deps)).toBeUndefined();
    // From now on it reaches further than anybody has seen.
    expect(hearWitness(deps, memory).sequence).toBe(2);
    expect(store(fixture).findQuarantine()).toBeUndefined();
    sign(fixture, withdrawal(5));
    expect(getMemory(store(fixture)).sequence).toBe(3);
  });

  test('a memory that reaches as far, or another store’s, is no reason', () => {
    using fixture = openFixture();
    sign(fixture, withdrawal(1));
    const memory = getMemory(store(fixture));
    const deps = fixture.deps as QuarantineDeps;
    for (const known of [undefined, memory, { ...memory, sequence: 0 }, { storeId: 'another', sequence: 9 }]) {
      expect(hearWitness(deps, known)).toEqual(memory);
    }
    expect(store(fixture).findQuarantine()).toBeUndefined();
  });
});

describe('M36 what is not read back', () => {
  const refused = (detail: string) =>
    expect.objectContaining({ code: 'not-read-back', message: expect.stringContaining(detail) });

  test('blocks that leave a gap or come twice', () => {
    const { fixture, deps } = restored([]);
    using _ = fixture;
    for (const fromBlock of [100, 102]) expect(() => readBack(deps, blocks([], { fromBlock }))).toThrow(refused('101'));
    begin(deps);
    readBack(deps, blocks([], { toBlock: laterBlock(150, startMs) }));
    expect(() => readBack(deps, blocks([]))).toThrow(refused('151'));
  });

  test('a transaction the signer did not sign is passed over; one whose frame is another is refused', () => {
    const { fixture, deps, signed } = restored([withdrawal(1)]);
    using _ = fixture;
    using other = openFixture();
    const foreign = sign(other, withdrawal(1));
    begin(deps);
    const unknown = { ...foreign, rawHex: 'ff'.repeat(40) };
    expect(readBack(deps, blocks([foreign, unknown], { toBlock: laterBlock(150, startMs) }))).toBe(0);
    const [own] = blocks(signed).outflows;
    const wrong = { ...own, refBlock: laterBlock(100, startMs) } as ReadBackBlocks['outflows'][number];
    const next = { fromBlock: 151, outflows: [wrong] };
    expect(() => readBack(deps, blocks([], next))).toThrow(refused('another block'));
    const [remembered] = signed;
    const swapped = { order: withdrawal(2), ...(remembered as SignedOrder) };
    expect(() => importOrders(deps, [swapped])).toThrow(refused('another order'));
    expect(store(fixture).listUnclaimed()).toHaveLength(0);
  });

  test('anything while there is no quarantine', () => {
    using fixture = openFixture();
    const deps = fixture.deps as QuarantineDeps;
    expect(() => readBack(deps, blocks([]))).toThrow(refused('no quarantine'));
    expect(() => importOrders(deps, [])).toThrow(refused('no quarantine'));
  });
});

test('M36 where operators are enrolled, two of them open the signer again and see what was found', () => {
  const { fixture, signed } = restored([withdrawal(1), withdrawal(2)]);
  using _ = fixture;
  const keys = ['Anna', 'Ben'].map((operator) => createAuthenticator({ operator }));
  storePolicy(fixture, { operators: keys.map(({ credential }) => credential) });
  const deps = { ...fixture.deps, policy: { ...policy, ...store(fixture).getPolicy().document } };
  const approvals = { ...deps, hotAddress: deps.keychain.addressAt({ purpose: 'hot', index: 0 }) };
  begin(deps);
  readBack(deps, blocks(signed));
  expect(reviewQuarantine(deps)).toMatchObject({ read: true });
  const [pending] = listPending(approvals);
  expect(JSON.parse(pending?.statement ?? '')).toMatchObject({
    kind: 'reopening',
    quarantine: 1,
    paymentsFoundOnChain: 2,
    sums: { usdt: '20', trx: '0', reward: '0' },
  });
  for (const key of keys) {
    expect(() => sign(fixture, withdrawal(3))).toThrow('quarantined');
    const challenge = pending?.challenge ?? '';
    giveApproval(approvals, challenge, key.assert(challenge));
    reviewQuarantine(deps);
  }
  expect(reviewQuarantine(deps)).toBeUndefined();
  sign(fixture, withdrawal(3));
});

test('M36 a cold order is known again after the cold address was changed; to an address never in force it is no cold order', () => {
  using fixture = openFixture();
  const cold = (at: number) => person(900 + at);
  const move = { kind: 'trx', amountSun: units(5n) } as const;
  const wanted = treasuryOrder({ kind: 'cold', move }, { orderId: 'cold-1' });
  storePolicy(fixture, { coldAddress: cold(1) });
  const first = signOrder({ ...fixture.deps, policy: { ...policy, coldAddress: cold(1) } }, wanted);
  const other = signOrder(
    { ...fixture.deps, policy: { ...policy, coldAddress: cold(7) } },
    { ...wanted, orderId: 'cold-7', timestampMs: wanted.timestampMs + 1 },
  );
  // The memory is lost; the policy is kept, and has changed since.
  using copy = openFixture();
  storePolicy(copy, { coldAddress: cold(1) });
  storePolicy(copy, { coldAddress: cold(2) });
  const deps = { ...copy.deps, keychain: fixture.deps.keychain, policy: { ...policy, coldAddress: cold(2) } };
  closeSigner(deps, 'an old copy');
  const remembered = ({ rawHex, signatureHex }: SignedOrder, orderId: string, timestampMs: number) => ({
    order: { ...wanted, orderId, timestampMs },
    rawHex,
    signatureHex,
  });
  expect(
    importOrders(deps, [
      remembered(other, 'cold-7', wanted.timestampMs + 1),
      remembered(first, 'cold-1', wanted.timestampMs),
    ]),
  ).toBe(1);
  expect(copy.deps.store.findSigned('cold-1', 1)).toMatchObject({ txId: first.txId, kind: 'cold' });
  expect(copy.deps.store.findSigned('cold-7', 1)).toBeUndefined();
  // Bytes that say something else than the order are refused as before.
  expect(() => importOrders(deps, [remembered(first, 'cold-9', wanted.timestampMs + 9)])).not.toThrow();
  const forged = { ...wanted, orderId: 'cold-8', action: { kind: 'cold', move: { ...move, amountSun: units(4n) } } };
  expect(() => importOrders(deps, [{ ...remembered(other, '', 0), order: forged as typeof wanted }])).not.toThrow();
});
