import { randomUUID } from 'node:crypto';
import { assert } from '@tern/base/assert';
import type { DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { untilLocksAwaited } from '@tern/testkit/until-locks-awaited';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeDays } from './close-days.ts';
import { postJournals } from './post-journals.ts';
import { afterTampering, createTestBooks, leg, post, tamper, type TestBooks } from './test-books.ts';
import { totalDays } from './total-days.ts';
import { findFault } from './verify.ts';

// Goal: a day is closed once, an hour after it ended, with what happened from one midnight to the next. Method: the functions'
// own text with a moment in place of the clock, over journals that a superuser has dated; all of it is undone.
let books: TestBooks;

beforeAll(async () => {
  books = await createTestBooks();
  const [a, b] = [await books.customer(100n), await books.customer()];
  for (const amount of [1n, 2n, 3n]) await post(books.asApi, { kind: 'internal-transfer', legs: [leg(a, b, amount)] });
});
afterAll(() => books.drop());

/** The journals there are, at these moments. */
const dated = (...moments: readonly string[]): readonly RawBuilder<unknown>[] => [
  sql`UPDATE ledger.journals j SET created_at = at.moment::timestamptz
        FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM ledger.journals) n,
             unnest(${moments}::text[]) WITH ORDINALITY AS at (moment, place)
       WHERE n.id = j.id AND at.place = n.place`,
];

async function closeDaysAt(tx: DbTx, moment: string): Promise<number> {
  const { rows } = await sql<{ text: string }>`SELECT pg_get_functiondef('ledger.close_days'::regproc) AS text`.execute(
    tx,
  );
  const text = rows[0]?.text ?? '';
  const atMoment = text
    .replaceAll('clock_timestamp()', `timestamptz '${moment}'`)
    .replace('ledger.close_days', 'ledger.close_days_at_a_moment');
  assert(text.includes('clock_timestamp()'), 'the function reads the clock');
  await sql.raw(atMoment).execute(tx);
  const closed = await sql<{ days: number }>`SELECT ledger.close_days_at_a_moment() AS days`.execute(tx);
  return closed.rows[0]?.days ?? -1;
}

async function rootsOf(tx: DbTx): Promise<readonly string[]> {
  const { rows } = await sql<{ root: string }>`
    SELECT to_char(day, 'YYYY-MM-DD') || ': ' || journals || ' with ' || entries AS root
      FROM ledger.daily_roots ORDER BY day`.execute(tx);
  return rows.map(({ root }) => root);
}

describe('a day is closed', () => {
  const onOneDay = dated(
    '2026-03-01T00:00:00Z',
    '2026-03-01T09:00:00Z',
    '2026-03-01T23:00:00Z',
    '2026-03-01T23:59:59.999999Z',
  );

  test.each([
    ['not while it lasts', '2026-03-01T23:59:59Z', 0],
    ['not for an hour after its end, in which a transaction may still add to it', '2026-03-02T00:59:59.999Z', 0],
    ['an hour after its end', '2026-03-02T01:00:00Z', 1],
    ['with those that nothing happened on', '2026-03-05T01:00:00Z', 4],
  ])('%s', async (_when, moment, days) => {
    await afterTampering(books, onOneDay, async (tx) => {
      expect(await closeDaysAt(tx, moment)).toBe(days);
      expect(await rootsOf(tx)).toHaveLength(days);
      expect(await closeDaysAt(tx, moment)).toBe(0);
      expect(await findFault(tx)).toBeUndefined();
    });
  });

  test('each once: the next one begins where the last one ended', async () => {
    await afterTampering(books, onOneDay, async (tx) => {
      expect([await closeDaysAt(tx, '2026-03-02T01:00:00Z'), await closeDaysAt(tx, '2026-03-03T01:00:00Z')]).toEqual([
        1, 1,
      ]);
      expect(await rootsOf(tx)).toEqual(['2026-03-01: 4 with 8', '2026-03-02: 0 with 0']);
    });
  });
});

/** Each midnight with a moment before it. */
const moments = ['2026-03-02T00:00:00Z', '2026-03-01T12:00:00Z', '2026-03-02T23:59:59.999999Z', '2026-03-03T00:00:00Z'];

test('midnight belongs to the day that begins, wherever its numbers come', async () => {
  for (const order of [moments, moments.toReversed()]) {
    await afterTampering(books, dated(...order), async (tx) => {
      expect(await closeDaysAt(tx, '2026-03-04T01:00:00Z')).toBe(3);
      expect(await rootsOf(tx)).toEqual(['2026-03-01: 1 with 2', '2026-03-02: 2 with 4', '2026-03-03: 1 with 2']);
      expect(await findFault(tx)).toBeUndefined();
    });
  }
});

test('what a call moved of the house belongs to the day of the call, wherever its numbers come', async () => {
  const [custody, a] = [await books.house('custody:deposit'), await books.customer()];
  const before = Array.from({ length: 4 }, () => '2026-03-01T09:00:00Z');
  for (const order of [moments, moments.toReversed()]) {
    await afterTampering(books, [], async (tx) => {
      for (const _call of order)
        await postJournals(tx, [{ key: randomUUID(), kind: 'deposit', legs: [leg(custody, a, 1n, 'deposit')] }]);
      await tamper(tx, dated(...before, ...order));
      expect(await closeDaysAt(tx, '2026-03-04T01:00:00Z')).toBe(3);
      expect(await rootsOf(tx)).toEqual(['2026-03-01: 5 with 10', '2026-03-02: 2 with 4', '2026-03-03: 1 with 2']);
      expect(await findFault(tx)).toBeUndefined();
    });
  }
});

test('what moved on closed days is kept once for each, the oldest first', async () => {
  const times = dated('2026-03-01T12:00:00Z', '2026-03-01T13:00:00Z', '2026-03-02T00:00:00Z', '2026-03-03T12:00:00Z');
  await afterTampering(books, times, async (tx) => {
    expect(await totalDays(tx, { limit: 10 })).toBe(0);
    await closeDaysAt(tx, '2026-03-04T01:00:00Z');
    expect([
      await totalDays(tx, { limit: 1 }),
      await totalDays(tx, { limit: 1 }),
      await totalDays(tx, { limit: 2 }),
      await totalDays(tx, { limit: 2 }),
    ]).toEqual([1, 1, 1, 0]);
    const { rows } = await sql<{ line: string }>`
      SELECT to_char(day, 'YYYY-MM-DD') || ' ' || class || ' ' || kind || ': ' || debits || ' ' || credits || ' in ' || transfers
        AS line FROM ledger.day_totals ORDER BY day, class, kind`.execute(tx);
    expect(rows.map(({ line }) => line)).toEqual([
      '2026-03-01 custody:deposit deposit: 100 0 in 1',
      '2026-03-01 customer deposit: 0 100 in 1',
      '2026-03-01 customer internal-transfer: 1 1 in 1',
      '2026-03-02 customer internal-transfer: 2 2 in 1',
      '2026-03-03 customer internal-transfer: 3 3 in 1',
    ]);
  });
});

test('what moved on a day is kept once, by whoever of two comes first', async () => {
  const yesterday = sql`((((now() AT TIME ZONE 'UTC' - interval '1 hour')::date - 1) + interval '12 hours') AT TIME ZONE 'UTC')`;
  await transact(books.db, async (tx) => {
    await tamper(tx, [sql`UPDATE ledger.journals SET created_at = ${yesterday}`]);
    expect(await closeDays(tx)).toBe(1);
  });
  const late = await transact(books.asWorker, async (tx) => {
    expect(await totalDays(tx, { limit: 10 })).toBe(1);
    const other = transact(books.db, (own) => totalDays(own, { limit: 10 }));
    await untilLocksAwaited(books.db, 1);
    return { other };
  });
  expect(await late.other).toBe(0);
  const { rows } = await sql<{ moved: string }>`
    SELECT sum(debits)::text AS moved FROM ledger.day_totals`.execute(books.db.kysely);
  expect(rows).toEqual([{ moved: '106' }]);
});
