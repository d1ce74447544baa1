import { randomUUID } from 'node:crypto';
import type { DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { units } from '@tern/money/units';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkInvariants } from './check-invariants.ts';
import { closeDays } from './close-days.ts';
import type { AccountId } from './ids.ts';
import { postHold } from './post-hold.ts';
import { postJournal } from './post-journal.ts';
import { afterTampering, createTestBooks, leg, post, tamper, type TestBooks, holdWithdrawal } from './test-books.ts';
import { findFault, verifyBooks } from './verify.ts';
import { voidHold } from './void-hold.ts';

// Goal: whoever gets at the tables themselves cannot change history unseen.
// Method: a small history; one change by a superuser with triggers and foreign keys off; the verifier must name the row.
// Each change is undone by rolling back.
let books: TestBooks;
let a: AccountId;
let b: AccountId;

beforeAll(async () => {
  books = await createTestBooks();
  a = await books.customer(100n);
  b = await books.customer(100n);
  const held = () => holdWithdrawal(books.asApi, a, 10n);
  for (const amount of [1n, 2n, 3n]) await post(books.asApi, { kind: 'internal-transfer', legs: [leg(a, b, amount)] });
  await post(books.asApi, { kind: 'internal-transfer', legs: [leg(a, b, 4n), leg(b, a, 5n), leg(a, b, 6n)] });
  const credits = [
    { credit: await books.house('custody:hot'), amount: units(9n), code: 'withdrawal' },
    { credit: await books.house('fee-income'), amount: units(1n), code: 'withdrawal-fee' },
  ] as const;
  const { pendingId } = await held();
  await transact(books.asWorker, (tx) => postHold(tx, { key: randomUUID(), pendingId, legs: credits }));
  const voided = await held();
  await transact(books.asApi, (tx) => voidHold(tx, { key: randomUUID(), pendingId: voided.pendingId, reason: 'test' }));
  await held();
});
afterAll(() => books.drop());

const after = <Seen>(change: readonly RawBuilder<unknown>[], look: (tx: DbTx) => Promise<Seen>): Promise<Seen> =>
  afterTampering(books, change, look);

test('finds nothing in books that were written by the ledger', async () => {
  expect(await verifyBooks(books.db)).toBeUndefined();
  expect(await checkInvariants(books.asApi.kysely)).toEqual([]);
});

test('every process may verify', async () => {
  expect(await verifyBooks(books.asApi)).toBeUndefined();
  expect(await verifyBooks(books.asWorker)).toBeUndefined();
});

describe('M34 one row tampered with, that row named', () => {
  type Case = {
    readonly change: string;
    readonly statements: () => readonly RawBuilder<unknown>[];
    readonly named: () => { readonly table: string; readonly row: string };
  };
  const entry = (seq: number) => ({ table: 'entries', row: `account ${a} seq ${seq}` });
  const cases: readonly Case[] = [
    {
      change: 'the amount of an entry',
      statements: () => [sql`UPDATE ledger.entries SET amount = -1000 WHERE account_id = ${a} AND seq = 3`],
      named: () => entry(3),
    },
    {
      change: 'amount and balances of an entry and all after it, with the account',
      statements: () => [
        sql`UPDATE ledger.entries SET amount = amount + CASE seq WHEN 3 THEN 1 ELSE 0 END, balance_after = balance_after + 1
            WHERE account_id = ${a} AND seq >= 3`,
        sql`UPDATE ledger.accounts SET posted = posted + 1 WHERE id = ${a}`,
      ],
      named: () => entry(3),
    },
    {
      change: 'a balance after',
      statements: () => [sql`UPDATE ledger.entries SET balance_after = 1000 WHERE account_id = ${a} AND seq = 2`],
      named: () => entry(2),
    },
    {
      change: 'a hash',
      statements: () => [sql`UPDATE ledger.entries SET hash = sha256('x') WHERE account_id = ${a} AND seq = 4`],
      named: () => entry(4),
    },
    {
      change: 'an entry removed in the middle',
      statements: () => [sql`DELETE FROM ledger.entries WHERE account_id = ${a} AND seq = 3`],
      named: () => entry(3),
    },
    {
      change: 'an entry removed at the end',
      statements: () => [
        sql`DELETE FROM ledger.entries e WHERE account_id = ${a}
            AND seq = (SELECT version FROM ledger.accounts WHERE id = ${a})`,
      ],
      named: () => entry(9),
    },
    {
      change: 'an account removed',
      statements: () => [sql`DELETE FROM ledger.accounts WHERE id = ${a}`],
      named: () => ({ table: 'accounts', row: `account ${a}` }),
    },
    {
      change: 'the journal of a hold removed',
      statements: () => [
        sql`DELETE FROM ledger.journals WHERE id = (SELECT max(journal_id) FROM ledger.transfers WHERE state = 'pending')`,
      ],
      named: () => ({ table: 'journals', row: expect.stringMatching(/^journal \d+$/) as string }),
    },
    {
      change: 'an entry added',
      statements: () => [
        sql`INSERT INTO ledger.entries SELECT account_id, transfer_id + 1000, seq + 1, 50, balance_after + 50, hash
            FROM ledger.entries WHERE account_id = ${a} ORDER BY seq DESC LIMIT 1`,
      ],
      named: () => entry(10),
    },
    {
      change: 'two entries reordered',
      statements: () => [sql`UPDATE ledger.entries SET seq = 5 - seq WHERE account_id = ${a} AND seq IN (2, 3)`],
      named: () => entry(2),
    },
    {
      change: 'a balance set by hand',
      statements: () => [sql`UPDATE ledger.accounts SET posted = posted + 500 WHERE id = ${a}`],
      named: () => ({ table: 'accounts', row: `account ${a}` }),
    },
    {
      change: 'the amount of a transfer',
      statements: () => [
        sql`UPDATE ledger.transfers SET amount = 77 WHERE id =
            (SELECT transfer_id FROM ledger.entries WHERE account_id = ${a} AND seq = 3)`,
      ],
      named: () => ({ table: 'transfers', row: 'transfer 4' }),
    },
    {
      change: 'the receiver of a pending transfer',
      statements: () => [sql`UPDATE ledger.transfers SET credit_account_id = ${b} WHERE state = 'pending'`],
      named: () => ({ table: 'journals', row: 'journal 7' }),
    },
    {
      change: 'the amount of a pending transfer',
      statements: () => [
        sql`UPDATE ledger.transfers SET amount = 1 WHERE id IN (SELECT pending_id FROM ledger.open_holds)`,
      ],
      named: () => ({ table: 'journals', row: 'journal 11' }),
    },
    {
      change: 'the details of a journal',
      statements: () => [sql`UPDATE ledger.journals SET details = '{"note": "fine"}' WHERE id = 4`],
      named: () => ({ table: 'journals', row: 'journal 4' }),
    },
    {
      change: 'a journal with its hash, as if it had always been so',
      statements: () => [sql`UPDATE ledger.journals SET details = '{}', content_hash = sha256('x') WHERE id = 4`],
      named: () => entry(3),
    },
    {
      change: 'a pending transfer removed with its journal left',
      statements: () => [sql`DELETE FROM ledger.transfers WHERE state = 'pending' AND journal_id = 7`],
      named: () => ({ table: 'journals', row: 'journal 7' }),
    },
    {
      change: 'a transfer added without entries',
      statements: () => [
        sql`INSERT INTO ledger.transfers (journal_id, leg, state, code, debit_account_id, credit_account_id, asset, amount)
            SELECT journal_id, leg + 1, state, code, debit_account_id, credit_account_id, asset, amount
            FROM ledger.transfers WHERE journal_id = 3`,
      ],
      named: () => ({ table: 'journals', row: 'journal 3' }),
    },
  ];

  test.each(cases)('M34 $change', async ({ statements, named }) => {
    expect(await after(statements(), findFault)).toMatchObject(named());
  });
});

describe('daily roots', () => {
  // A day may be closed from an hour after its end on: yesterday, and in the first hour of a day the one before.
  const lastDay = sql`((now() AT TIME ZONE 'UTC' - interval '1 hour')::date - 1)`;
  const noon = sql`((${lastDay} + interval '12 hours') AT TIME ZONE 'UTC')`;
  /** As if everything so far had happened on the last three days that may be closed. */
  const aged = sql`UPDATE ledger.journals SET created_at = ${noon} - interval '1 day' * (id % 3)`;

  test('are written once for each day that is over', async () => {
    await after([aged], async (tx) => {
      expect([await closeDays(tx), await closeDays(tx)]).toEqual([3, 0]);
      expect(await findFault(tx)).toBeUndefined();
      const { rows } = await sql`
        SELECT sum(journals)::int AS journals, sum(entries)::int AS entries,
               max(day) = ${lastDay} AS recent
        FROM ledger.daily_roots`.execute(tx);
      expect(rows[0]).toEqual({ journals: 11, entries: 20, recent: true });
    });
  });

  test('close a day without journals too, and not the present day', async () => {
    await after([sql`UPDATE ledger.journals SET created_at = ${noon} - interval '2 days' WHERE id = 1`], async (tx) => {
      expect(await closeDays(tx)).toBe(3);
      const { rows } = await sql`SELECT journals::int FROM ledger.daily_roots ORDER BY day`.execute(tx);
      expect(rows).toEqual([{ journals: 1 }, { journals: 0 }, { journals: 0 }]);
      expect(await findFault(tx)).toBeUndefined();
    });
  });

  test('M34 give away a change that no chain covers', async () => {
    await after([aged], async (tx) => {
      await closeDays(tx);
      await tamper(tx, [sql`UPDATE ledger.journals SET idempotency_key = 'another' WHERE id = 3`]);
      expect(await findFault(tx)).toMatchObject({ table: 'daily_roots' });
    });
  });

  test('M34 give away a journal dated back into a closed day', async () => {
    await after([aged], async (tx) => {
      await closeDays(tx);
      const legs = [leg(a, b, 1n)];
      const { journalId } = await postJournal(tx, { key: randomUUID(), kind: 'internal-transfer', legs });
      await tamper(tx, [
        sql`UPDATE ledger.journals SET created_at = created_at - interval '2 days' WHERE id = ${journalId}`,
      ]);
      const fault = await findFault(tx);
      expect(fault).toMatchObject({ table: 'daily_roots', finding: expect.stringContaining('when it was closed') });
    });
  });

  test('M34 give away one account rewritten without a flaw, chain, transfer, journal and all', async () => {
    const { rows } = await sql<{ id: string }>`
      SELECT t.journal_id AS id FROM ledger.entries e JOIN ledger.transfers t ON t.id = e.transfer_id
      WHERE e.account_id = ${a} AND e.seq = 1`.execute(books.db.kysely);
    const journal = rows[0]?.id;
    await after([aged], async (tx) => {
      await closeDays(tx);
      // The forger turns the first deposit from 100 into 1,000 and recomputes everything that hangs on it, as a
      // superuser with the ledger's own functions can.
      await tamper(tx, [
        sql`UPDATE ledger.transfers SET amount = 1000 WHERE journal_id = ${journal}`,
        sql`UPDATE ledger.journals j SET content_hash = ledger.content_hash(j.kind, NULL, ARRAY[t.debit_account_id],
              ARRAY[t.credit_account_id], ARRAY[t.asset], ARRAY[t.amount], ARRAY[t.code], j.details, NULL)
            FROM ledger.transfers t WHERE t.journal_id = j.id AND j.id = ${journal}`,
        sql`UPDATE ledger.entries e SET
              amount = e.amount + CASE WHEN t.journal_id = ${journal} THEN sign(e.amount) * 900 ELSE 0 END,
              balance_after = e.balance_after + CASE WHEN t.debit_account_id = e.account_id AND t.journal_id = ${journal}
                OR e.account_id = first.debit_account_id THEN -900 ELSE 900 END
            FROM ledger.transfers t, ledger.transfers first
            WHERE t.id = e.transfer_id AND first.journal_id = ${journal}
              AND e.account_id IN (first.debit_account_id, first.credit_account_id)`,
        sql`WITH RECURSIVE walk AS (
              SELECT account_id, seq, decode(repeat('00', 32), 'hex') AS hash FROM ledger.entries WHERE seq = 1
              UNION ALL
              SELECT e.account_id, e.seq + 1, sha256(walk.hash || ledger.entry_content(
                e.account_id, e.seq, e.transfer_id, e.amount, e.balance_after, j.content_hash))
              FROM walk JOIN ledger.entries e ON e.account_id = walk.account_id AND e.seq = walk.seq
              JOIN ledger.transfers t ON t.id = e.transfer_id JOIN ledger.journals j ON j.id = t.journal_id
            )
            UPDATE ledger.entries e SET hash = walk.hash FROM walk
            WHERE walk.account_id = e.account_id AND walk.seq = e.seq + 1`,
        sql`UPDATE ledger.accounts a SET posted = e.balance_after, last_hash = e.hash FROM ledger.entries e
            WHERE e.account_id = a.id AND e.seq = a.version`,
      ]);
      expect(await checkInvariants(tx)).toEqual([]);
      expect(await findFault(tx)).toMatchObject({ table: 'daily_roots' });
    });
  });
});

describe('invariants', () => {
  test.each([
    ['I01', sql`UPDATE ledger.entries SET amount = amount + 1 WHERE account_id = 1 AND seq = 1`],
    ['I02', sql`UPDATE ledger.accounts SET held = held + 1 WHERE class = 'customer' AND posted > 50`],
    ['I02', sql`DELETE FROM ledger.open_holds`],
    ['I02', sql`UPDATE ledger.open_holds SET amount = amount - 1`],
    ['I02', sql`UPDATE ledger.accounts SET version = 0 WHERE class = 'customer'`],
    ['I03', sql`UPDATE ledger.accounts SET guarded = false, posted = -1 WHERE class = 'customer'`],
  ] as const)('%s is seen to be broken', async (invariant, statement) => {
    const breaches = await after([statement], checkInvariants);
    expect(breaches.map((breach) => breach.invariant)).toContain(invariant);
  });
});
