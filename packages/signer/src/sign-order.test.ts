import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { units } from '@tern/money/units';
import { decodeRawTransaction } from '@tern/tron/decode-raw-transaction';
import { recoverSigner } from '@tern/tron/recover-signer';
import { SignerRefusal } from '@tern/tron/signer-fault';
import type { DeathProof, SignerOrder } from '@tern/tron/signer-protocol';
import { zeroAddress } from '@tern/tron/zero-address';
import { describe, expect, test } from 'vitest';
import { signOrder } from './sign-order.ts';
import { openFixture, order, policy, receiver, refBlock, reward, startMs, usdt } from './testing/signer-fixture.ts';

const token = (changes: object): SignerOrder['payment'] => ({ ...order().payment, ...changes });
const trx = (amountSun: bigint): SignerOrder['payment'] => ({ kind: 'trx', to: receiver, amountSun: units(amountSun) });

test('M28 the signed bytes say what the order says, under the hot wallet’s key', () => {
  using fixture = openFixture();
  const { deps } = fixture;
  const hot = deps.keychain.addressAt({ purpose: 'hot', index: 0 });
  const signed = signOrder(deps, order({ memo: 'rent' }));
  expect(decodeRawTransaction(Buffer.from(signed.rawHex, 'hex'))).toEqual({
    transfer: { kind: 'trc20', owner: hot, contract: usdt, to: receiver, amount: 500n },
    refBlockBytes: '0064',
    refBlockHash: 'c'.repeat(16),
    expirationMs: startMs + 600_000,
    timestampMs: order().timestampMs,
    feeLimitSun: 100n,
    memo: 'rent',
  });
  expect(recoverSigner(signed)).toBe(hot);
  const plain = signOrder(deps, order({ orderId: 'w-2', payment: trx(7n) }));
  expect(decodeRawTransaction(Buffer.from(plain.rawHex, 'hex')).transfer).toMatchObject({ kind: 'trx', amountSun: 7n });
});

test('M21 the same order gives the same bytes, also after a restart, and counts once', () => {
  using fixture = openFixture();
  const first = signOrder(fixture.deps, order());
  expect(signOrder(fixture.deps, order())).toEqual(first);
  fixture.signer.store.close();
  fixture.reopen();
  expect(signOrder(fixture.deps, order())).toEqual(first);
  expect(fixture.deps.store.sumSigned('usdt', 0)).toBe(500n);
});

test('M21 two orders never share one transaction', () => {
  using fixture = openFixture();
  const { timestampMs } = order();
  signOrder(fixture.deps, order());
  const twin = order({ orderId: 'w-2', timestampMs });
  expect(() => signOrder(fixture.deps, twin)).toThrow(expect.objectContaining({ code: 'same-transaction' }));
  signOrder(fixture.deps, { ...twin, timestampMs: timestampMs + 1 });
});

describe('M28 another content under a signed id is refused', () => {
  test.each<[string, Partial<SignerOrder>]>([
    ['amount', { payment: token({ amount: units(501n) }) }],
    ['receiver', { payment: token({ to: reward }) }],
    ['contract', { payment: token({ contract: reward }) }],
    ['kind', { payment: trx(500n) }],
    ['memo', { memo: 'x' }],
  ])('%s', (_name, changes) => {
    using fixture = openFixture();
    signOrder(fixture.deps, order());
    expect(() => signOrder(fixture.deps, order(changes))).toThrow(expect.objectContaining({ code: 'order-changed' }));
  });
});

describe('M36 the same content under a signed id in another frame gets what was signed, and no second signature', () => {
  test.each<[string, Partial<SignerOrder>]>([
    ['fee limit', { payment: token({ feeLimitSun: units(101n) }) }],
    ['expiration', { expirationMs: startMs + 600_001 }],
    ['timestamp', { timestampMs: order().timestampMs + 1 }],
    ['reference block', { refBlock: { ...refBlock, id: refBlock.id.replace(/c$/, 'd') } }],
  ])('%s', (_name, changes) => {
    using fixture = openFixture();
    const first = signOrder(fixture.deps, order());
    const { expirationMs, timestampMs } = order();
    expect(signOrder(fixture.deps, order(changes))).toEqual({
      ...first,
      readBack: { refBlock, expirationMs, timestampMs, burnMaxSun: 100n },
    });
    expect(fixture.deps.store.sumSigned('usdt', 0)).toBe(500n);
  });
});

describe('what is never signed', () => {
  test.each<[string, Partial<SignerOrder>, string]>([
    ['M29 a payment to the zero address', { payment: token({ to: zeroAddress }) }, 'destination-not-allowed'],
    ['M29 a payment to a token contract', { payment: token({ to: reward }) }, 'destination-not-allowed'],
    ['K06 an unlisted token', { payment: token({ contract: receiver, to: receiver }) }, 'token-not-listed'],
    ['K06 more than one order may', { payment: token({ amount: units(1_001n) }) }, 'order-limit'],
    ['K06 nothing', { payment: token({ amount: units(0n) }) }, 'order-limit'],
    ['K06 a fee limit above the cap', { payment: token({ feeLimitSun: units(401n) }) }, 'fee-limit'],
    ['M24 a lifetime beyond the policy', { expirationMs: startMs + 3_600_001 }, 'window-not-allowed'],
    [
      'M24 an expiration before the reference block',
      { expirationMs: startMs, timestampMs: startMs },
      'window-not-allowed',
    ],
    ['M24 a timestamp before the reference block', { timestampMs: startMs - 1 }, 'window-not-allowed'],
    [
      'M24 a wall clock two hours ahead of the chain',
      { timestampMs: startMs + 7_200_000, expirationMs: startMs + 7_800_000 },
      'window-not-allowed',
    ],
    ['M21 a second attempt without a first', { attempt: 2 }, 'attempt-not-proven'],
  ])('%s', (_name, changes, code) => {
    using fixture = openFixture();
    expect(() => signOrder(fixture.deps, order(changes))).toThrow(expect.objectContaining({ code }));
    expect(fixture.deps.store.lastSignedMs()).toBe(0);
  });

  test('M29 a payment to the hot wallet itself', () => {
    using fixture = openFixture();
    const to = fixture.deps.keychain.addressAt({ purpose: 'hot', index: 0 });
    expect(() => signOrder(fixture.deps, order({ payment: token({ to }) }))).toThrow('destination-not-allowed');
  });
});

describe('M21 a second attempt', () => {
  const at = (number: number, timeMs: number) => ({
    number,
    id: number.toString(16).padStart(16, '0').padEnd(64, 'e'),
    timeMs,
  });
  const expiry = startMs + 600_000;
  const proof = (txId: string, changes: object = {}): DeathProof => ({
    cause: 'expired',
    txId,
    scans: [{ node: 'a', fromBlock: refBlock, toBlock: at(300, expiry), ...changes }],
  });
  const later = { attempt: 2, refBlock: at(290, expiry), timestampMs: expiry + 1_000, expirationMs: expiry + 600_000 };

  test('is signed with proof that the first expired unseen', () => {
    using fixture = openFixture();
    const first = signOrder(fixture.deps, order());
    const second = signOrder(fixture.deps, order({ ...later, deathProof: proof(first.txId) }));
    expect(second.txId).not.toBe(first.txId);
    expect(fixture.deps.store.findLastAttempt('w-1')).toMatchObject({
      attempt: 2,
      deathProof: expect.stringContaining(first.txId),
    });
    // The first attempt is still known: asking for it again gives its own bytes.
    expect(signOrder(fixture.deps, order())).toEqual(first);
  });

  test('is signed with proof that the first failed irreversibly', () => {
    using fixture = openFixture();
    const { txId } = signOrder(fixture.deps, order());
    const deathProof: DeathProof = {
      cause: 'failed',
      txId,
      block: at(120, startMs + 60_000),
      resultCode: 'OUT_OF_ENERGY',
    };
    expect(signOrder(fixture.deps, order({ ...later, deathProof })).txId).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each<[string, (txId: string) => Partial<SignerOrder>]>([
    ['no proof', () => ({})],
    ['a proof about another transaction', () => ({ deathProof: proof('ab'.repeat(32)) })],
    ['a scan that starts too late', (txId) => ({ deathProof: proof(txId, { fromBlock: at(101, startMs + 3_000) }) })],
    [
      'a scan that ends before the expiration',
      (txId) => ({ deathProof: proof(txId, { toBlock: at(299, expiry - 1) }) }),
    ],
    ['a scan that ends where it starts', (txId) => ({ deathProof: proof(txId, { toBlock: at(100, expiry) }) })],
    [
      'one of two nodes not scanned far enough',
      (txId) => {
        const good = { node: 'a', fromBlock: refBlock, toBlock: at(300, expiry) };
        return { deathProof: { cause: 'expired', txId, scans: [good, { ...good, toBlock: at(250, expiry - 1) }] } };
      },
    ],
    [
      'a failure older than the attempt',
      (txId) => ({ deathProof: { cause: 'failed', txId, block: at(100, startMs), resultCode: 'REVERT' } }),
    ],
    ['a skipped attempt', (txId) => ({ attempt: 3, deathProof: proof(txId) })],
  ])('is refused with %s', (_name, changes) => {
    using fixture = openFixture();
    const { txId } = signOrder(fixture.deps, order());
    expect(() => signOrder(fixture.deps, order({ ...later, ...changes(txId) }))).toThrow(
      expect.objectContaining({ code: 'attempt-not-proven' }),
    );
  });

  test('is refused when it pays something else', () => {
    using fixture = openFixture();
    const { txId } = signOrder(fixture.deps, order());
    const changed = order({ ...later, deathProof: proof(txId), payment: token({ amount: units(499n) }) });
    expect(() => signOrder(fixture.deps, changed)).toThrow(expect.objectContaining({ code: 'order-changed' }));
  });

  test('ends at the policy’s number of attempts', () => {
    using fixture = openFixture();
    expect(() => signOrder(fixture.deps, order({ attempt: 5 }))).toThrow(
      expect.objectContaining({ code: 'attempts-exhausted' }),
    );
  });
});

describe('K06 the day’s limit', () => {
  const pay = (fixture: ReturnType<typeof openFixture>, orderId: string, amount: bigint): void => {
    signOrder(fixture.deps, order({ orderId, payment: token({ amount: units(amount) }) }));
  };

  test('holds over any 24 hours and opens again after them', () => {
    using fixture = openFixture();
    for (const orderId of ['a', 'b', 'c']) pay(fixture, orderId, 1_000n);
    expect(() => pay(fixture, 'd', 1n)).toThrow(expect.objectContaining({ code: 'day-limit' }));
    fixture.clock.advance(86_400_000 - 1);
    expect(() => pay(fixture, 'd', 1n)).toThrow(expect.objectContaining({ code: 'day-limit' }));
    fixture.clock.advance(1);
    const refBlockNow = { ...refBlock, timeMs: startMs + 86_400_000 };
    const frame = { refBlock: refBlockNow, timestampMs: refBlockNow.timeMs, expirationMs: refBlockNow.timeMs + 60_000 };
    signOrder(fixture.deps, order({ orderId: 'd', ...frame, payment: token({ amount: units(1_000n) }) }));
  });

  test('does not open when the clock is set forward, nor when the chain says that a day has passed', () => {
    using fixture = openFixture();
    for (const orderId of ['a', 'b', 'c']) pay(fixture, orderId, 1_000n);
    const timeMs = startMs + 2 * 86_400_000;
    const frame = { refBlock: { ...refBlock, timeMs }, timestampMs: timeMs, expirationMs: timeMs + 60_000 };
    const ahead = order({ orderId: 'd', ...frame, payment: token({ amount: units(1n) }) });
    expect(() => signOrder(fixture.deps, ahead)).toThrow(expect.objectContaining({ code: 'day-limit' }));
    fixture.clock.advance(30 * 86_400_000);
    expect(() => pay(fixture, 'd', 1n)).toThrow(expect.objectContaining({ code: 'day-limit' }));
    // Back again, as if nothing had been: what was signed stays signed.
    fixture.clock.set(new Date(startMs));
    expect(() => pay(fixture, 'd', 1n)).toThrow(expect.objectContaining({ code: 'day-limit' }));
  });

  test('does not open when the clock is set back', () => {
    using fixture = openFixture();
    for (const orderId of ['a', 'b', 'c']) pay(fixture, orderId, 1_000n);
    fixture.clock.set(new Date(startMs - 30 * 86_400_000));
    expect(() => pay(fixture, 'd', 1n)).toThrow(expect.objectContaining({ code: 'day-limit' }));
  });

  test('counts fee limits as TRX that may leave', () => {
    using fixture = openFixture();
    for (let at = 0; at < 12; at += 1) {
      const payment = token({ amount: units(1n), feeLimitSun: units(400n) });
      signOrder(fixture.deps, order({ orderId: `fee-${at}`, payment }));
    }
    expect(fixture.deps.store.sumSigned('trx', 0)).toBe(4_800n);
    expect(() => signOrder(fixture.deps, order({ orderId: 'trx', payment: trx(201n) }))).toThrow('day-limit');
    expect(() =>
      signOrder(
        fixture.deps,
        order({ orderId: 'more', payment: token({ amount: units(1n), feeLimitSun: units(201n) }) }),
      ),
    ).toThrow('day-limit');
  });

  test('holds against ten times the cap in orders to fresh addresses', () => {
    using fixture = openFixture();
    const outcomes = Array.from({ length: 60 }, (_, at) => {
      const to = fixture.deps.keychain.addressAt({ purpose: 'cold', index: at });
      return attempt(() =>
        signOrder(fixture.deps, order({ orderId: `theft-${at}`, payment: token({ to, amount: units(500n) }) })),
      );
    });
    expect(outcomes.filter((outcome) => outcome === 'signed')).toHaveLength(6);
    expect(outcomes.filter((outcome) => outcome === 'day-limit')).toHaveLength(54);
    expect(fixture.deps.store.sumSigned('usdt', 0)).toBe(policy.limits.usdt.perDay);
  });
});

test('signatures in the store are neither changed nor deleted', () => {
  using fixture = openFixture();
  signOrder(fixture.deps, order());
  fixture.signer.store.close();
  const database = new DatabaseSync(join(fixture.place.directory, 'signer.sqlite'));
  expect(() => database.exec("UPDATE signed_orders SET amount = '1'")).toThrow('never changed');
  expect(() => database.exec('DELETE FROM signed_orders')).toThrow('never deleted');
  database.close();
  fixture.reopen();
});

function attempt(sign: () => unknown): string {
  try {
    sign();
    return 'signed';
  } catch (error) {
    if (error instanceof SignerRefusal) return error.code;
    throw error;
  }
}
