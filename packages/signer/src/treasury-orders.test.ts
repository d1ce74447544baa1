import { units } from '@tern/money/units';
import { decodeAnyTransaction } from '@tern/tron/decode-raw-transaction';
import { recoverSigner } from '@tern/tron/recover-signer';
import type { TreasuryAction, TreasuryOrder } from '@tern/tron/signer-protocol';
import type { KeyPlace } from '@tern/vault/key-path';
import { describe, expect, test } from 'vitest';
import { readTreasuryOrder } from './read-request.ts';
import { signOrder } from './sign-order.ts';
import { openFixture, order, policy, receiver, reward, treasuryOrder, usdt } from './testing/signer-fixture.ts';

const trx = { kind: 'trx', amountSun: units(70_000n) } as const;
const token = { kind: 'trc20', contract: usdt, amount: units(70_000n), feeLimitSun: units(100n) } as const;
const coldAddress = receiver;

describe('K07 a step of the treasury is signed by the account it belongs to, and names no one outside', () => {
  test.each<[string, TreasuryAction, KeyPlace, KeyPlace | 'cold' | undefined]>([
    ['sweep of TRX', { kind: 'sweep', fromIndex: 7, move: trx }, deposit(7), hot()],
    ['sweep of USDT', { kind: 'sweep', fromIndex: 7, move: token }, deposit(7), hot()],
    ['top-up from hot', topUp('hot', { purpose: 'deposit', index: 9 }), hot(), deposit(9)],
    ['top-up from fee', topUp('fee', { purpose: 'deposit', index: 9 }), fee(), deposit(9)],
    ['top-up of the fee account', topUp('hot', { purpose: 'fee' }), hot(), fee()],
    ['anchor', { kind: 'anchor', number: 3, hash: 'ab'.repeat(32) }, hot(), fee()],
    ['stake', { kind: 'stake', resource: 'energy', amountSun: units(5n) }, fee(), undefined],
    ['unstake', { kind: 'unstake', resource: 'bandwidth', amountSun: units(5n) }, fee(), undefined],
    ['withdraw-unstaked', { kind: 'withdraw-unstaked' }, fee(), undefined],
    ['delegate', delegation('delegate', { purpose: 'deposit', index: 9 }), fee(), deposit(9)],
    ['undelegate', delegation('undelegate', { purpose: 'hot' }), fee(), hot()],
    ['cold TRX', { kind: 'cold', move: trx }, hot(), 'cold'],
    ['cold USDT', { kind: 'cold', move: token }, hot(), 'cold'],
  ])('%s', (_name, action, from, to) => {
    using fixture = openFixture();
    const { keychain } = fixture.deps;
    const signed = signOrder({ ...fixture.deps, policy: { ...policy, coldAddress } }, treasuryOrder(action));
    const raw = decodeAnyTransaction(Buffer.from(signed.rawHex, 'hex'));
    if ('permission' in raw) throw new Error('none of these is a change of permissions');
    const content = 'transfer' in raw ? raw.transfer : raw.staking;
    expect(content.owner).toBe(keychain.addressAt(from));
    expect(recoverSigner(signed)).toBe(content.owner);
    expect('to' in content ? content.to : undefined).toBe(
      to === 'cold' ? coldAddress : to === undefined ? undefined : keychain.addressAt(to),
    );
    expect(fixture.deps.store.findSigned('t-1', 1)).toMatchObject({ kind: action.kind });
    // What stays in the house takes nothing from the day's limit.
    expect(fixture.deps.store.sumSigned('usdt', 0)).toBe(0n);
  });
});

describe('K06 what a treasury order cannot say', () => {
  const wire = (action: object): object =>
    JSON.parse(
      JSON.stringify({ ...treasuryOrder({ kind: 'withdraw-unstaked' }), action }, (_key, value: unknown) =>
        typeof value === 'bigint' ? value.toString() : value,
      ),
    ) as object;

  test.each<[string, object]>([
    ['a sweep to a receiver', { kind: 'sweep', fromIndex: 1, to: receiver, move: trx }],
    ['a sweep from the hot wallet', { kind: 'sweep', from: 'hot', move: trx }],
    ['a sweep whose move has a receiver', { kind: 'sweep', fromIndex: 1, move: { ...trx, to: receiver } }],
    ['a sweep of nothing', { kind: 'sweep', fromIndex: 1, move: { ...token, amount: '0' } }],
    ['a cold order with an address', { kind: 'cold', to: receiver, move: trx }],
    ['a top-up to an address', { ...topUp('hot', { purpose: 'hot' }), to: receiver }],
    ['a top-up to itself', topUp('hot', { purpose: 'hot' })],
    ['a top-up from a deposit address', { ...topUp('hot', { purpose: 'fee' }), from: 'deposit' }],
    ['a delegation to an address', { ...delegation('delegate', { purpose: 'hot' }), to: receiver }],
    [
      'a delegation to the delegating account',
      { ...delegation('delegate', { purpose: 'hot' }), to: { purpose: 'fee' } },
    ],
    ['a delegation to a cold key', { ...delegation('delegate', { purpose: 'hot' }), to: { purpose: 'cold' } }],
    ['an index beyond the tree', { kind: 'sweep', fromIndex: 2 ** 31, move: trx }],
    ['another resource', { kind: 'stake', resource: 'power', amountSun: units(5n) }],
    ['an anchor with a note', { kind: 'anchor', number: 3, hash: 'ab'.repeat(32), memo: 'x' }],
    ['an anchor with a receiver', { kind: 'anchor', number: 3, hash: 'ab'.repeat(32), to: receiver }],
    ['an anchor of a text', { kind: 'anchor', number: 3, hash: 'pay me' }],
    ['an anchor of no number', { kind: 'anchor', number: 0, hash: 'ab'.repeat(32) }],
    ['a vote', { kind: 'vote' }],
    ['nothing', {}],
  ])('%s', (_name, action) => {
    expect(() => readTreasuryOrder(wire(action))).toThrow(expect.objectContaining({ code: 'malformed' }));
  });

  test('a note, a payment, a permission', () => {
    const whole = wire({ kind: 'withdraw-unstaked' });
    for (const extra of [
      { memo: 'x' },
      { payment: order().payment },
      { permissionId: 3 },
      { permissionId: 0 },
      { permissionId: '2' },
    ]) {
      expect(() => readTreasuryOrder({ ...whole, ...extra })).toThrow(expect.objectContaining({ code: 'malformed' }));
    }
    expect(readTreasuryOrder(whole)).toEqual(treasuryOrder({ kind: 'withdraw-unstaked' }));
  });
});

test('K06 one statement stands for a number, and none for a number below the highest', () => {
  using fixture = openFixture();
  const sign = (orderId: string, number: number, letter: string): string =>
    signOrder(
      fixture.deps,
      treasuryOrder(
        { kind: 'anchor', number, hash: letter.repeat(64) },
        { orderId, timestampMs: treasuryOrder({ kind: 'withdraw-unstaked' }).timestampMs + Number(orderId) },
      ),
    ).txId;
  sign('1', 5, 'a');
  const changed = expect.objectContaining({ code: 'statement-changed' });
  expect(() => sign('2', 5, 'b')).toThrow(changed);
  expect(() => sign('3', 4, 'a')).toThrow(changed);
  // A transaction that was never included is followed by another one with the same note.
  expect(sign('4', 5, 'a')).not.toBe(sign('1', 5, 'a'));
  sign('5', 6, 'b');
  expect(() => sign('6', 5, 'b')).toThrow(changed);
});

test('K07 nothing goes to cold before a cold address is enrolled', () => {
  using fixture = openFixture();
  expect(() => signOrder(fixture.deps, treasuryOrder({ kind: 'cold', move: trx }))).toThrow(
    expect.objectContaining({ code: 'cold-not-enrolled' }),
  );
});

test('K06 moving money in circles burns no more TRX than the day’s limit allows', () => {
  using fixture = openFixture();
  const deps = { ...fixture.deps, policy: { ...policy, networkBurnMaxSun: units(300n) } };
  const step = (at: number): TreasuryOrder =>
    treasuryOrder(
      { kind: 'sweep', fromIndex: at, move: { ...token, amount: units(1n) } },
      { orderId: `circle-${at}`, timestampMs: treasuryOrder({ kind: 'withdraw-unstaked' }).timestampMs + at },
    );
  const outcomes = Array.from({ length: 20 }, (_, at) => {
    try {
      signOrder(deps, step(at));
      return 'signed';
    } catch (error) {
      return (error as { code?: string }).code;
    }
  });
  // 400 sun each at most, of 5,000 a day.
  expect(outcomes.filter((outcome) => outcome === 'signed')).toHaveLength(12);
  expect(outcomes.filter((outcome) => outcome === 'day-limit')).toHaveLength(8);
});

test('M30 a sweep keeps its content over all attempts, but for the fee limit', () => {
  using fixture = openFixture();
  const first = treasuryOrder({ kind: 'sweep', fromIndex: 7, move: token });
  const { txId } = signOrder(fixture.deps, first);
  const block = {
    number: 101,
    id: (101).toString(16).padStart(16, '0').padEnd(64, 'c'),
    timeMs: first.refBlock.timeMs,
  };
  const retry = (action: TreasuryAction): TreasuryOrder => ({
    ...first,
    attempt: 2,
    timestampMs: first.timestampMs + 1,
    action,
    deathProof: { cause: 'failed', txId, block, resultCode: 'OUT_OF_ENERGY' },
  });
  const refused = expect.objectContaining({ code: 'order-changed' });
  expect(() => signOrder(fixture.deps, retry({ kind: 'sweep', fromIndex: 8, move: token }))).toThrow(refused);
  expect(() =>
    signOrder(fixture.deps, retry({ kind: 'sweep', fromIndex: 7, move: { ...token, contract: reward } })),
  ).toThrow(refused);
  const expensive = { ...token, feeLimitSun: units(200n) };
  expect(signOrder(fixture.deps, retry({ kind: 'sweep', fromIndex: 7, move: expensive })).txId).not.toBe(txId);
  // A payment under the id of a step of the treasury is another order.
  expect(() => signOrder(fixture.deps, order({ orderId: 't-1' }))).toThrow(refused);
});

function deposit(index: number): KeyPlace {
  return { purpose: 'deposit', index };
}

function hot(): KeyPlace {
  return { purpose: 'hot', index: 0 };
}

function fee(): KeyPlace {
  return { purpose: 'fee', index: 0 };
}

function topUp(
  from: 'hot' | 'fee',
  to: Extract<TreasuryAction, { kind: 'top-up' }>['to'],
): Extract<TreasuryAction, { kind: 'top-up' }> {
  return { kind: 'top-up', from, to, amountSun: units(2_000n) };
}

function delegation(kind: 'delegate' | 'undelegate', to: { purpose: 'hot' } | { purpose: 'deposit'; index: number }) {
  return { kind, resource: 'energy', to, amountSun: units(9_000n) } as const;
}
