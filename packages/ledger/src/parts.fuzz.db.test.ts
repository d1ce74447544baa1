import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import type { Units } from '@tern/money/units';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkInvariants } from './check-invariants.ts';
import { findBalancesAt } from './find-balances-at.ts';
import { findFirstEntryAt } from './find-first-entry-at.ts';
import type { AccountId } from './ids.ts';
import { listEntries } from './list-entries.ts';
import { listMovesAfter } from './list-moves-after.ts';
import { postJournals } from './post-journals.ts';
import { postPayout } from './post-payout.ts';
import { createTestBooks, leg, post, type TestBooks } from './test-books.ts';
import { approachNextPart, countByPart } from './test-parts.ts';
import { findFault } from './verify.ts';

// Goal: what is asked of the entries has the same answer wherever parts begin and end, and the chains go on over the ends.
// Method: random histories that cross the ends of parts at random places. Then each question is asked twice, of the parts and of
// one undivided table with the same rows, which takes their name in a transaction that is rolled back.
let books: TestBooks;
let custody: AccountId;
let accounts: readonly AccountId[];

beforeAll(async () => {
  books = await createTestBooks();
  custody = await books.house('custody:deposit');
  accounts = [
    await books.customer(1_000n),
    await books.customer(1_000n),
    await books.customer(1_000n),
    await books.customer(),
  ];
});
afterAll(() => books.drop());

const who = fc.constantFrom(0, 1, 2);
const amount = fc.integer({ min: 1, max: 5 });
const part = fc.record({ to: who, amount });
const step = fc.oneof(
  fc.record({ do: fc.constant('send' as const), from: who, to: who, amount }),
  fc.record({ do: fc.constant('batch' as const), parts: fc.array(part, { minLength: 1, maxLength: 8 }) }),
  fc.record({ do: fc.constant('payout' as const), parts: fc.array(part, { minLength: 1, maxLength: 8 }) }),
  fc.record({ do: fc.constant('approach' as const), ids: fc.nat(12) }),
);

type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

const at = (index: number): AccountId => accounts[index] as AccountId;

async function take(next: Step): Promise<void> {
  switch (next.do) {
    case 'send':
      if (next.from !== next.to)
        await post(books.asApi, {
          kind: 'internal-transfer',
          legs: [leg(at(next.from), at(next.to), BigInt(next.amount))],
        });
      return;
    case 'batch': {
      const journals = next.parts.map(({ to, amount: units }) => ({
        key: randomUUID(),
        kind: 'deposit' as const,
        legs: [leg(custody, at(to), BigInt(units), 'deposit')],
      }));
      await transact(books.asWorker, (tx) => postJournals(tx, journals));
      return;
    }
    case 'payout': {
      const parts = next.parts.map(({ to, amount: units }) => ({ credit: at(to), amount: BigInt(units) as Units }));
      const sources = [{ debit: custody, code: 'deposit' as const, parts }];
      await transact(books.asWorker, (tx) =>
        postPayout(tx, { key: randomUUID(), kind: 'deposit', asset: 'usdt', sources }),
      );
      return;
    }
    case 'approach':
      await approachNextPart(books.db, books.asWorker, next.ids);
  }
}

/** Everything that is asked of the entries, at some moments and from some entries on. */
async function ask(tx: DbTx, moments: readonly Date[], from: number): Promise<unknown> {
  const { rows: wallets } = await sql<{ id: AccountId; wallet_id: never }>`
    SELECT id, wallet_id FROM ledger.accounts WHERE class = 'customer' ORDER BY id`.execute(tx);
  const answers: unknown[] = [await findFault(tx), await checkInvariants(tx)];
  for (const { id, wallet_id: walletId } of wallets) {
    const page = await listEntries(tx, { accountId: id, limit: 20 });
    const before = page[from % Math.max(page.length, 1)]?.transferId;
    answers.push(page, await listMovesAfter(tx, { accountId: id, after: before }));
    if (before !== undefined) answers.push(await listEntries(tx, { accountId: id, limit: 5, before }));
    answers.push(await findBalancesAt(tx, { walletId, moments }), await findFirstEntryAt(tx, walletId));
    for (const moment of moments)
      answers.push((await sql`SELECT ledger.balance_at(${id}, ${moment})`.execute(tx)).rows);
  }
  const [last = new Date(0)] = moments;
  answers.push(
    (await sql`SELECT * FROM ledger.holding_weights('usdt', ${moments.at(-1)}, ${last}) ORDER BY 1`.execute(tx)).rows,
    (await sql`SELECT * FROM ledger.compute_daily_root((${last}::timestamptz AT TIME ZONE 'UTC')::date)`.execute(tx))
      .rows,
    (
      await sql`SELECT e.transfer_id, m.* FROM ledger.entries e
                CROSS JOIN LATERAL ledger.moves_of(e.account_id, e.transfer_id, e.call_id) m
                WHERE e.account_id = ${custody} ORDER BY 1, 2`.execute(tx)
    ).rows,
  );
  return answers;
}

/** The same rows in one table under the same name, and the root of a day as 2.1.0 computes it. */
async function undivide(tx: DbTx): Promise<void> {
  const released = await readFile(new URL('../../db/migrations/0102_ledger_functions.sql', import.meta.url), 'utf8');
  const [root] = /^CREATE OR REPLACE FUNCTION ledger\.compute_daily_root[\s\S]*?^END \$\$;/m.exec(released) ?? [];
  await sql
    .raw(
      `${root};
       ALTER TABLE ledger.entries RENAME TO entries_of_parts;
       CREATE TABLE ledger.entries AS SELECT * FROM ledger.entries_of_parts;
       ALTER TABLE ledger.entries ADD PRIMARY KEY (account_id, transfer_id)`,
    )
    .execute(tx);
}

async function momentsOf(count: number): Promise<readonly Date[]> {
  const { rows } = await sql<{ created_at: Date }>`
    SELECT created_at FROM ledger.journals ORDER BY id DESC LIMIT ${count}`.execute(books.db.kysely);
  return rows.map(({ created_at }) => created_at);
}

test('parts answer as one table would', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), fc.nat(19), async (steps, from) => {
      for (const each of steps) await take(each);
      const moments = await momentsOf(4);
      const tx = await books.db.kysely.startTransaction().setIsolationLevel('repeatable read').execute();
      try {
        const divided = await ask(tx, moments, from);
        await undivide(tx);
        expect(divided).toEqual(await ask(tx, moments, from));
        expect((divided as unknown[]).slice(0, 2)).toEqual([undefined, []]);
      } finally {
        await tx.rollback().execute();
      }
    }),
    { numRuns: 25 },
  );
  // Many ends were crossed.
  expect((await countByPart(books.db.kysely)).length).toBeGreaterThan(10);
});
