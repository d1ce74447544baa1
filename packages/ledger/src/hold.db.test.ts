import { randomUUID } from 'node:crypto';
import { transact } from '@tern/db/transact';
import { units } from '@tern/money/units';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getAccountBalance } from './balances.ts';
import { checkInvariants } from './check-invariants.ts';
import { expireHolds } from './expire-holds.ts';
import { holdFunds, holdFundsEach, type Hold, type HoldFundsInput } from './hold.ts';
import type { AccountId, PendingId } from './ids.ts';
import { ledgerId } from './ids.ts';
import { postHold, type PostHoldInput } from './post-hold.ts';
import type { PostedJournal } from './post-journal.ts';
import { createTestBooks, leg, post, type TestBooks } from './test-books.ts';
import { verifyBooks } from './verify.ts';
import { voidHold } from './void-hold.ts';

let books: TestBooks;
let hot: AccountId;
let fees: AccountId;

beforeAll(async () => {
  books = await createTestBooks();
  hot = await books.house('custody:hot');
  fees = await books.house('fee-income');
});
afterAll(async () => {
  expect(await checkInvariants(books.db.kysely)).toEqual([]);
  expect(await verifyBooks(books.db)).toBeUndefined();
  await books.drop();
});

function hold(account: AccountId, amount: bigint, more: Partial<HoldFundsInput> = {}): Promise<Hold> {
  const input = {
    key: randomUUID(),
    kind: 'withdrawal-hold',
    account,
    asset: 'usdt',
    code: 'withdrawal',
    ...more,
  } as const;
  return transact(books.asApi, (tx) => holdFunds(tx, { ...input, amount: units(amount) }));
}

function pay(pendingId: PendingId, amount: bigint, fee: bigint, key: string = randomUUID()): Promise<PostedJournal> {
  const legs: PostHoldInput['legs'] = [
    { credit: hot, amount: units(amount), code: 'withdrawal' },
    ...(fee > 0n ? [{ credit: fees, amount: units(fee), code: 'withdrawal-fee' } as const] : []),
  ];
  return transact(books.asWorker, (tx) => postHold(tx, { key, pendingId, legs }));
}

const giveBack = (pendingId: PendingId, key: string = randomUUID()): Promise<unknown> =>
  transact(books.asApi, (tx) => voidHold(tx, { key, pendingId, reason: 'cancelled' }));

const past = new Date('2020-01-01T00:00:00Z');

/** An open hold whose time is over. */
const expired = (account: AccountId, amount: bigint): Promise<Hold> => hold(account, amount, { expiresAt: past });

describe('a hold', () => {
  test('lowers what is available, not what is posted', async () => {
    const a = await books.customer(100n);
    await hold(a, 60n);
    expect(await books.balance(a)).toBe('100/60');
    await expect(hold(a, 41n)).rejects.toMatchObject({
      code: 'exceeds-available',
      particulars: { accountId: a, available: '40', needed: '41' },
    });
    await expect(
      post(books.asApi, { kind: 'internal-transfer', legs: [leg(a, await books.customer(), 41n)] }),
    ).rejects.toMatchObject({ code: 'exceeds-available', particulars: { available: '40' } });
    await hold(a, 40n);
    expect(await books.balance(a)).toBe('100/100');
  });

  test('is posted whole, to several accounts', async () => {
    const a = await books.customer(100n);
    const [hotBefore, feesBefore] = [await books.balance(hot), await books.balance(fees)];
    const { pendingId } = await hold(a, 60n);
    await pay(pendingId, 55n, 5n);
    expect(await books.balance(a)).toBe('40/0');
    expect(await books.balance(hot)).toBe(`${BigInt(hotBefore.split('/')[0] ?? '') - 55n}/0`);
    expect(await books.balance(fees)).toBe(`${BigInt(feesBefore.split('/')[0] ?? '') + 5n}/0`);
  });

  test('is given back by a void', async () => {
    const a = await books.customer(100n);
    const { pendingId } = await hold(a, 60n);
    await giveBack(pendingId);
    expect(await books.balance(a)).toBe('100/0');
  });

  test('is given back when its time is over, and only then', async () => {
    const a = await books.customer(100n);
    const { pendingId } = await expired(a, 60n);
    await hold(a, 10n, { expiresAt: new Date('2999-01-01T00:00:00Z') });
    await hold(a, 10n);
    expect(await transact(books.asWorker, (tx) => expireHolds(tx, { limit: 10 }))).toEqual([pendingId]);
    expect(await transact(books.asWorker, (tx) => expireHolds(tx, { limit: 10 }))).toEqual([]);
    expect(await books.balance(a)).toBe('100/20');
  });

  test('goes nowhere but to the account it was made for', async () => {
    const [a, b, c] = [await books.customer(10n), await books.customer(), await books.customer()];
    const { pendingId } = await hold(a, 10n, { kind: 'internal-transfer-hold', code: 'transfer', toAccount: b });
    const to = (credit: AccountId): Promise<unknown> =>
      transact(books.asApi, (tx) =>
        postHold(tx, { key: randomUUID(), pendingId, legs: [{ credit, amount: units(10n), code: 'transfer' }] }),
      );
    await expect(to(c)).rejects.toMatchObject({ code: 'target-differs-from-pending' });
    await to(b);
    expect(await books.balance(b)).toBe('10/0');
  });
});

describe('of posting, voiding and expiring the first wins', () => {
  type Resolve = { readonly name: string; readonly resolve: (pendingId: PendingId) => Promise<unknown> };
  const expire = (): Promise<unknown> => transact(books.asWorker, (tx) => expireHolds(tx, { limit: 100 }));
  const second: readonly Resolve[] = [
    { name: 'post', resolve: (pendingId) => pay(pendingId, 10n, 0n) },
    { name: 'void', resolve: (pendingId) => giveBack(pendingId) },
  ];

  test.each(second)('posted, then $name', async ({ resolve }) => {
    const { pendingId } = await hold(await books.customer(10n), 10n);
    await pay(pendingId, 9n, 1n);
    await expect(resolve(pendingId)).rejects.toMatchObject({
      code: 'pending-already-resolved',
      particulars: { pendingId, outcome: 'post' },
    });
  });

  test.each(second)('voided, then $name', async ({ resolve }) => {
    const { pendingId } = await hold(await books.customer(10n), 10n);
    await giveBack(pendingId);
    await expect(resolve(pendingId)).rejects.toMatchObject({ particulars: { outcome: 'void' } });
  });

  test.each(second)('expired, then $name', async ({ resolve }) => {
    const { pendingId } = await expired(await books.customer(10n), 10n);
    await expire();
    await expect(resolve(pendingId)).rejects.toMatchObject({ particulars: { outcome: 'expire' } });
  });

  test('time over but not yet swept: cannot be posted, can be voided', async () => {
    const { pendingId } = await expired(await books.customer(10n), 10n);
    await expect(pay(pendingId, 10n, 0n)).rejects.toMatchObject({ code: 'pending-expired' });
    await giveBack(pendingId);
  });

  test('the same resolution again under its key is the same reply', async () => {
    const { pendingId } = await hold(await books.customer(10n), 10n);
    const first = await pay(pendingId, 9n, 1n, 'pay-once');
    expect(await pay(pendingId, 9n, 1n, 'pay-once')).toEqual({ ...first, replayed: true });
    await expect(pay(pendingId, 8n, 2n, 'pay-once')).rejects.toMatchObject({ code: 'key-reused' });
  });

  test('the same void again under its key is the same reply', async () => {
    const a = await books.customer(10n);
    const { pendingId } = await hold(a, 10n);
    const first = await giveBack(pendingId, 'void-once');
    expect(await giveBack(pendingId, 'void-once')).toEqual({ ...(first as object), replayed: true });
    expect(await books.balance(a)).toBe('10/0');
  });

  test('the same hold again under its key is the same hold, whatever its new expiry', async () => {
    const a = await books.customer(10n);
    const first = await hold(a, 10n, { key: 'hold-once' });
    expect(await hold(a, 10n, { key: 'hold-once', expiresAt: past })).toEqual({ ...first, replayed: true });
    await expect(hold(a, 9n, { key: 'hold-once' })).rejects.toMatchObject({ code: 'key-reused' });
    expect(await books.balance(a)).toBe('10/10');
  });
});

describe('refusals', () => {
  test('posts neither more nor less than was held', async () => {
    const { pendingId } = await hold(await books.customer(20n), 10n);
    for (const [amount, fee] of [
      [9n, 0n],
      [10n, 1n],
      [5n, 4n],
    ] as const) {
      await expect(pay(pendingId, amount, fee)).rejects.toMatchObject({ code: 'amount-differs-from-pending' });
    }
  });

  test('knows no hold that is none', async () => {
    const a = await books.customer(20n);
    const { transferIds } = await post(books.asApi, {
      kind: 'internal-transfer',
      legs: [leg(a, await books.customer(), 1n)],
    });
    for (const id of [ledgerId<PendingId>('999999999'), transferIds[0] as string as PendingId]) {
      await expect(pay(id, 1n, 0n)).rejects.toMatchObject({ code: 'pending-not-found' });
      await expect(giveBack(id)).rejects.toMatchObject({ code: 'pending-not-found' });
    }
  });

  test('holds nothing on accounts of the house, for kinds that are posted at once, or to nobody', async () => {
    await expect(hold(fees, 1n)).rejects.toMatchObject({ code: 'leg-not-allowed' });
    const a = await books.customer(20n);
    await expect(hold(a, 1n, { kind: 'internal-transfer' as 'withdrawal-hold' })).rejects.toMatchObject({
      code: 'kind-not-a-hold',
    });
    await expect(hold(a, 1n, { toAccount: ledgerId<AccountId>('999999999') })).rejects.toMatchObject({
      code: 'account-not-found',
    });
    await expect(hold(a, 0n)).rejects.toMatchObject({ code: 'amount-invalid' });
    await expect(hold(ledgerId<AccountId>('999999999'), 1n)).rejects.toMatchObject({
      code: 'account-not-found',
      particulars: { leg: 1 },
    });
  });

  test('holds no asset on an account of another, and promises none to it', async () => {
    const [a, inTrx] = [await books.customer(20n), await books.customer(20n, 'trx')];
    const refused = { code: 'asset-mismatch', particulars: { leg: 1, asset: 'usdt' } };
    await expect(hold(inTrx, 1n)).rejects.toMatchObject(refused);
    const toOther = { kind: 'internal-transfer-hold', code: 'transfer', toAccount: inTrx } as const;
    await expect(hold(a, 1n, toOther)).rejects.toMatchObject(refused);
    expect([await books.balance(a), await books.balance(inTrx)]).toEqual(['20/0', '20/0']);
  });

  test('pays a withdrawal to no other customer', async () => {
    const { pendingId } = await hold(await books.customer(20n), 10n);
    const other = await books.customer();
    const legs = [{ credit: other, amount: units(10n), code: 'withdrawal' }] as const;
    await expect(
      transact(books.asWorker, (tx) => postHold(tx, { key: randomUUID(), pendingId, legs })),
    ).rejects.toMatchObject({ code: 'leg-not-allowed' });
  });
});

test('sweeps hundreds of due holds of many accounts in bounded steps', async () => {
  const accounts = [await books.customer(100n), await books.customer(100n), await books.customer(100n)];
  for (const account of accounts) for (let n = 0; n < 20; n += 1) await expired(account, 1n);
  const sweeps = await Promise.all(
    [1, 2, 3].map(() => transact(books.asWorker, (tx) => expireHolds(tx, { limit: 40 }))),
  );
  const rest = await transact(books.asWorker, (tx) => expireHolds(tx, { limit: 100 }));
  expect(new Set([...sweeps.flat(), ...rest]).size).toBe(60);
  expect(sweeps.flat().length + rest.length).toBe(60);
  expect(await Promise.all(accounts.map(books.balance))).toEqual(['100/0', '100/0', '100/0']);
  const { rows } = await sql`SELECT FROM ledger.open_holds WHERE expires_at < now()`.execute(books.db.kysely);
  expect(rows).toEqual([]);
});

describe('holds in one call', () => {
  const inputOf = (account: AccountId, amount: bigint, key: string = randomUUID()): HoldFundsInput => ({
    key,
    kind: 'withdrawal-hold',
    account,
    asset: 'usdt',
    code: 'withdrawal',
    amount: units(amount),
  });
  const holdEach = (inputs: readonly HoldFundsInput[]) => transact(books.asApi, (tx) => holdFundsEach(tx, inputs));

  test('are each for itself: a refused one has its reason and leaves the others, and a known key is replayed', async () => {
    const [a, b] = [await books.customer(100n), await books.customer(100n)];
    const again = inputOf(a, 30n);
    const first = await hold(a, 30n, { key: again.key });
    const outcomes = await holdEach([
      again,
      inputOf(b, 101n),
      inputOf(b, 60n),
      inputOf(b, 41n),
      inputOf(a, 70n),
      { ...inputOf(a, 1n), kind: 'internal-transfer-hold' },
    ]);
    expect(outcomes.map((each) => (each instanceof Error ? each.code : each.replayed))).toEqual([
      true,
      'exceeds-available',
      false,
      'exceeds-available',
      false,
      'leg-not-allowed',
    ]);
    expect(outcomes[0]).toMatchObject({ pendingId: first.pendingId });
    expect(outcomes[3]).toMatchObject({ particulars: { available: '40', needed: '41' } });
    expect(await Promise.all([a, b].map((account) => getAccountBalance(books.db.kysely, account)))).toMatchObject([
      { posted: 100n, held: 100n },
      { posted: 100n, held: 60n },
    ]);
  });

  test('M01 of sets that cross each other none waits in a ring, and nothing is held twice', async () => {
    const accounts = await Promise.all(Array.from({ length: 6 }, () => books.customer(100n)));
    const sets = Array.from({ length: 20 }, (_each, at) =>
      (at % 2 === 0 ? accounts : accounts.toReversed()).map((account) => inputOf(account, 10n)),
    );
    const outcomes = await Promise.all(sets.map(holdEach));
    expect(outcomes.flat().filter((each) => !(each instanceof Error))).toHaveLength(60);
    for (const account of accounts) {
      expect(await getAccountBalance(books.db.kysely, account)).toMatchObject({ held: 100n, available: 0n });
    }
  });
});
