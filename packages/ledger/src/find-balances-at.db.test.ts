import type { WalletId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBalancesAt } from './find-balances-at.ts';
import { findFirstEntryAt } from './find-first-entry-at.ts';
import type { AccountId } from './ids.ts';
import { listMovesAfter, listRewardsAfter } from './list-moves-after.ts';
import { createTestBooks, type TestBooks } from './test-books.ts';

let books: TestBooks;
beforeAll(async () => {
  books = await createTestBooks();
});
afterAll(() => books.drop());

const start = Date.parse('2026-01-01T00:00:00.000Z');
const stepMs = 60_000;

/** An account with an entry of one unit each minute, written behind the functions' back: posting so many would take long. */
async function openBusy(entries: number, rewardEvery: number): Promise<{ account: AccountId; walletId: WalletId }> {
  const account = await books.customer();
  const custody = await books.house('custody:deposit');
  await transact(books.db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`
      WITH j AS (
        INSERT INTO ledger.journals (idempotency_key, kind, content_hash, details, created_at)
        SELECT ${account} || ':' || n, 'deposit', '', '{}', ${new Date(start)}::timestamptz + make_interval(mins => n)
          FROM generate_series(1, ${entries}::int) AS n ORDER BY n
        RETURNING id
      ), t AS (
        INSERT INTO ledger.transfers (journal_id, leg, state, code, debit_account_id, credit_account_id, asset, amount)
        SELECT id, 1, 'posted', CASE WHEN row_number() OVER (ORDER BY id) % ${rewardEvery}::int = 0 THEN 'distribution' ELSE 'deposit' END,
               ${custody}, ${account}, 'usdt', 1 FROM j ORDER BY id
        RETURNING id
      )
      INSERT INTO ledger.entries (account_id, transfer_id, seq, amount, balance_after, hash)
      SELECT ${account}, id, row_number() OVER (ORDER BY id), 1, row_number() OVER (ORDER BY id), '' FROM t`.execute(
      tx,
    );
  });
  await sql`ANALYZE ledger.entries, ledger.transfers, ledger.journals`.execute(books.db.kysely);
  const { rows } = await sql<{ wallet_id: WalletId }>`
    SELECT wallet_id FROM ledger.accounts WHERE id = ${account}`.execute(books.db.kysely);
  return { account, walletId: rows[0]?.wallet_id as WalletId };
}

/** Rows and entries of indexes read from the books in this transaction so far. */
async function countReads(tx: TestBooks['db']['kysely']): Promise<number> {
  const { rows } = await sql<{ reads: string }>`
    SELECT sum(pg_stat_get_xact_tuples_returned(c.oid)) AS reads FROM pg_class c
     WHERE c.relnamespace = 'ledger'::regnamespace AND c.relkind IN ('r', 'i')`.execute(tx);
  return Number(rows[0]?.reads);
}

test('the balances of an account with 100,000 entries are found with some look-ups for each moment', async () => {
  const { account, walletId } = await openBusy(100_000, 10_000);
  // Between two entries, at one, before the first and after the last.
  const minutes = [
    0,
    0.5,
    1,
    1.5,
    ...Array.from({ length: 90 }, (_, index) => 1000 * index + 0.25),
    99_999,
    100_000,
    200_000,
  ];
  const moments = minutes.map((minute) => new Date(start + minute * stepMs));
  const { points, reads, tookMs } = await transact(books.asApi, async (tx) => {
    await findBalancesAt(tx, { walletId, moments: [] });
    const before = await countReads(tx);
    const began = performance.now();
    const [course] = await findBalancesAt(tx, { walletId, moments });
    return { points: course?.points, tookMs: performance.now() - began, reads: (await countReads(tx)) - before };
  });
  expect(points?.map(({ balance }) => Number(balance))).toEqual([
    ...minutes.map(Math.floor).map((m) => Math.min(m, 100_000)),
    100_000,
  ]);
  expect(points?.every(({ balance, seq }) => balance === seq)).toBe(true);
  process.stdout.write(`${minutes.length} balances among 100,000 entries: ${reads} reads, ${Math.round(tookMs)} ms\n`);
  expect(reads).toBeLessThan(minutes.length * 20 * 6);
  const after = points?.[10]?.transferId;
  expect(
    (await listRewardsAfter(books.asApi.kysely, { accountId: account, after })).map(({ amount }) => amount),
  ).toEqual(Array.from({ length: 10 }, () => 1n));
});

test('a wallet begins with the oldest entry of its accounts, and its moves are listed from a transfer on', async () => {
  const { account, walletId } = await openBusy(5, 2);
  const { kysely } = books.asApi;
  expect(await findFirstEntryAt(kysely, walletId)).toEqual(new Date(start + stepMs));
  const [course] = await findBalancesAt(kysely, { walletId, moments: [new Date(start + 2 * stepMs)] });
  const moves = await listMovesAfter(kysely, { accountId: account, after: course?.points[0]?.transferId });
  expect(moves.map(({ amount, at, isReward }) => [amount, (at.getTime() - start) / stepMs, isReward])).toEqual([
    [1n, 3, false],
    [1n, 4, true],
    [1n, 5, false],
  ]);
});
