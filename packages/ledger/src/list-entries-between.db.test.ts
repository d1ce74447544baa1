import type { WalletId } from '@tern/base/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBalancesAt } from './find-balances-at.ts';
import type { AccountId, TransferId } from './ids.ts';
import { listEntriesBetween } from './list-entries-between.ts';
import { afterTampering, createTestBooks, leg, post, type TestBooks } from './test-books.ts';

let books: TestBooks;
let a: AccountId;
let walletId: WalletId;
beforeAll(async () => {
  books = await createTestBooks();
  a = await books.customer(100n);
  const b = await books.customer(100n);
  for (let n = 1n; n <= 11n; n += 1n) {
    await post(books.asApi, { kind: 'internal-transfer', legs: n % 2n === 0n ? [leg(a, b, n)] : [leg(b, a, n)] });
  }
  const { rows } = await sql<{ id: WalletId }>`SELECT wallet_id AS id FROM ledger.accounts WHERE id = ${a}`.execute(
    books.db.kysely,
  );
  walletId = rows[0]?.id as WalletId;
});
afterAll(() => books.drop());

test('pages follow each other without a gap, and each balance from the one before', async () => {
  const [account] = await findBalancesAt(books.db.kysely, { walletId, moments: [] });
  const to = account?.points[0]?.transferId as TransferId;
  const all: Awaited<ReturnType<typeof listEntriesBetween>>[number][] = [];
  for (let after: TransferId | undefined; ; after = all.at(-1)?.transferId) {
    const page = await listEntriesBetween(books.db.kysely, { accountId: a, after, to, limit: 5 });
    all.push(...page);
    if (page.length < 5) break;
  }
  expect(all.map(({ amount }) => amount)).toEqual([100n, 1n, -2n, 3n, -4n, 5n, -6n, 7n, -8n, 9n, -10n, 11n]);
  expect(all.map(({ counterparty }) => counterparty)).toEqual([
    'custody:deposit',
    ...Array.from({ length: 11 }, () => 'customer'),
  ]);
  let balance = 0n;
  for (const { amount, balanceAfter } of all) expect(balanceAfter).toBe((balance += amount));
  const newest = await listEntriesBetween(books.db.kysely, {
    accountId: a,
    after: undefined,
    to,
    limit: 3,
    newestFirst: true,
  });
  expect(newest).toEqual(all.slice(-3).toReversed());
  const inner = { accountId: a, after: all[2]?.transferId, to: all[5]?.transferId as TransferId, limit: 100 };
  expect(await listEntriesBetween(books.db.kysely, inner)).toEqual(all.slice(3, 6));
});

test('an entry at a moment belongs to what comes before it, unless that is left out', async () => {
  const moment = '2026-03-01T00:00:00.000Z';
  const dated = sql`UPDATE ledger.journals SET created_at = ${moment}::timestamptz + interval '1 microsecond' * (id - 6)`;
  await afterTampering(books, [dated], async (tx) => {
    const seqOf = async (before: boolean) => {
      const [account] = await findBalancesAt(tx, { walletId, moments: [new Date(moment)], before });
      return account?.points[0]?.seq;
    };
    expect([await seqOf(true), await seqOf(false)]).toEqual([4n, 5n]);
  });
});
