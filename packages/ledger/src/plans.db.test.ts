import { openDatabase, type DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { AccountId } from './ids.ts';
import { postJournals } from './post-journals.ts';
import { postPayout, type Payout } from './post-payout.ts';
import { createTestPayouts, journalOf, part, type TestPayouts } from './test-payouts.ts';

// A connection keeps the plans of its first call, which may be long ago: none may read all accounts later.
/** Empty accounts of new customers, which opening one by one would take too long to make. */
async function openMany({ books }: TestPayouts, count: number): Promise<readonly AccountId[]> {
  const { rows } = await sql<{ id: AccountId }>`
    INSERT INTO ledger.accounts (class, code, side, guarded, owner_id, wallet_id, asset)
    SELECT 'customer', 'customer', 'credit', true, gen_random_uuid(), gen_random_uuid(), 'reward'
      FROM generate_series(1, ${count}::int) RETURNING id`.execute(books.db.kysely);
  return rows.map(({ id }) => id);
}

/** How many rows of `accounts` and entries of its indexes were read in this transaction so far. */
async function reads(tx: DbTx): Promise<number> {
  const { rows } = await sql<{ reads: string }>`
    SELECT pg_stat_get_xact_tuples_returned('ledger.accounts'::regclass)
           + (SELECT sum(pg_stat_get_xact_tuples_returned(indexrelid)) FROM pg_index WHERE indrelid = 'ledger.accounts'::regclass)
           AS reads`.execute(tx);
  return Number(rows[0]?.reads);
}

const ways = {
  postPayout,
  postJournals: (tx: DbTx, payout: Payout) => postJournals(tx, [journalOf(payout)]),
};

test.each(Object.entries(ways))(
  '%s reads what it moves, however few accounts there were when its plans were made',
  async (_, way) => {
    const payouts = await createTestPayouts(1_000_000n);
    const { books } = payouts;
    const longOpen = openDatabase({ url: books.url, applicationName: 'plans', poolMax: 1 });
    try {
      const pay = (tx: DbTx, people: readonly AccountId[]): Promise<unknown> =>
        way(tx, payouts.fromPool(...people.map((person) => part(person, 1n))));
      const few = await openMany(payouts, 60);
      await sql`ANALYZE ledger.accounts`.execute(books.db.kysely);
      await transact(longOpen, (tx) => pay(tx, few.slice(0, 5)));
      const many = await openMany(payouts, 20_000);
      const read = await transact(longOpen, async (tx) => {
        const before = await reads(tx);
        await pay(
          tx,
          many.filter((__, index) => index % 200 === 0),
        );
        return (await reads(tx)) - before;
      });
      // A hundred people, each found to be locked and to be written.
      expect(read).toBeGreaterThanOrEqual(200);
      expect(read).toBeLessThan(300);
    } finally {
      await longOpen.close();
      await books.drop();
    }
  },
);
