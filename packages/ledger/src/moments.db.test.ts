import { randomUUID } from 'node:crypto';
import { transact } from '@tern/db/transact';
import { units } from '@tern/money/units';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdFunds } from './hold.ts';
import type { AccountId } from './ids.ts';
import { postHold } from './post-hold.ts';
import { createTestBooks, leg, post, tamper, type TestBooks, holdWithdrawal } from './test-books.ts';

// Goal: what accounts had and what moved at a moment, to the microsecond, is what the journals say. Method: a day with a move at
// its very beginning, some within it, one at its very end and one after it, and holds, dated by a superuser; the sums are made by hand.
let books: TestBooks;
let a: AccountId;
let b: AccountId;
let deposits: AccountId;
let hot: AccountId;

const [from, noon, until] = ['2026-03-01T00:00:00Z', '2026-03-01T12:00:00Z', '2026-03-02T00:00:00Z'];
const morning = '2026-03-01T06:00:00Z';
const later = '2026-03-02T06:00:00Z';

beforeAll(async () => {
  books = await createTestBooks();
  [a, b] = [await books.customer(100n), await books.customer()];
  [deposits, hot] = [await books.house('custody:deposit'), await books.house('custody:hot')];
  await date('2026-02-01T00:00:00Z');
  const move = (debit: AccountId, credit: AccountId, amount: bigint): Promise<unknown> =>
    post(books.asApi, { kind: 'internal-transfer', legs: [leg(debit, credit, amount)] });
  await move(a, b, 10n);
  await date(from);
  const { pendingId } = await hold(3n);
  const legs = [{ credit: hot, amount: units(3n), code: 'withdrawal' }] as const;
  await transact(books.asWorker, (tx) => postHold(tx, { key: randomUUID(), pendingId, legs }));
  // Another asset, which nothing below may count.
  await books.customer(1_000n, 'trx');
  await transact(books.asApi, (tx) =>
    holdFunds(tx, {
      ...{ key: randomUUID(), kind: 'internal-transfer-hold', code: 'transfer' },
      ...{ account: b, toAccount: a, amount: units(1n), asset: 'usdt' },
    }),
  );
  await date(morning);
  await move(b, a, 4n);
  await date(noon);
  await move(a, b, 1n);
  await date(until);
  await move(a, b, 2n);
  await hold(5n);
  await date(later);
});
afterAll(() => books.drop());

/** Gives this moment to all journals since it was last called. */
async function date(at: string): Promise<void> {
  await transact(books.db, (tx) =>
    tamper(tx, [
      sql`UPDATE ledger.journals SET created_at = ${at}::timestamptz WHERE created_at > now() - interval '1 hour'`,
    ]),
  );
}

const hold = (amount: bigint) => holdWithdrawal(books.asApi, a, amount);

test.each([
  ['before everything', '2026-01-01T00:00:00Z', ['0', '0', '0', '0']],
  ['just before the day', from, ['100', '0', '100', '0']],
  ['in the night', '2026-03-01T00:00:00.000001Z', ['90', '10', '100', '0']],
  ['in the morning', '2026-03-01T11:00:00Z', ['87', '10', '100', '-3']],
  ['at the end, which the move at that moment is not part of', until, ['91', '6', '100', '-3']],
  ['after everything, with a hold that has moved nothing', '2999-01-01T00:00:00Z', ['88', '9', '100', '-3']],
])('what accounts had %s', async (_when, at, expected) => {
  const { rows } = await sql<{ had: string }>`
    SELECT ledger.balance_at(account, ${at}::timestamptz)::text AS had
      FROM unnest(${[a, b, deposits, hot]}::bigint[]) WITH ORDINALITY AS n (account, place) ORDER BY place`.execute(
    books.asWorker.kysely,
  );
  expect(rows.map(({ had }) => had)).toEqual(expected);
});

test('what moved on the day, on both sides of each class, without what is only held', async () => {
  const { rows } = await sql`
    SELECT class, asset, kind, code, debits::text, credits::text, transfers::int
      FROM ledger.moved_between(${from}::timestamptz, ${until}::timestamptz) ORDER BY class, asset, kind`.execute(
    books.asWorker.kysely,
  );
  const line = (
    of: string,
    asset: string,
    kind: string,
    code: string,
    debits: string,
    credits: string,
    transfers: number,
  ) => ({
    ...{ class: of, asset, kind, code, debits, credits, transfers },
  });
  expect(rows).toEqual([
    line('custody:deposit', 'trx', 'deposit', 'deposit', '1000', '0', 1),
    line('custody:hot', 'usdt', 'withdrawal-post', 'withdrawal', '0', '3', 1),
    line('customer', 'trx', 'deposit', 'deposit', '0', '1000', 1),
    line('customer', 'usdt', 'internal-transfer', 'transfer', '14', '14', 2),
    line('customer', 'usdt', 'withdrawal-post', 'withdrawal', '3', '0', 1),
  ]);
});

test('what customers held over the day, weighted by time', async () => {
  const { rows } = await sql<{ account: AccountId; weight: string }>`
    SELECT account_id AS account, weight::text FROM ledger.holding_weights('usdt', ${from}::timestamptz, ${until}::timestamptz)
     ORDER BY account_id`.execute(books.asWorker.kysely);
  const quarter = 6n * 3_600_000_000n;
  expect(rows).toEqual([
    { account: a, weight: String(quarter * (90n + 87n + 91n + 91n)) },
    { account: b, weight: String(quarter * (10n + 10n + 6n + 6n)) },
  ]);
});
