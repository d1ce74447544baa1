import { shownGaps, type GapView, type ReconciliationView } from '@tern/contracts/routes/console-books';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestConsole, type OperatorBrowser, type TestConsole } from './testing/test-console.ts';

// Goal: the history of comparisons in the books is what the worker kept, every day of it once, and what was missing stands above it.
// Method: a month of rows as the worker leaves them, read page by page to the end while a day begins.

let database: TestDatabase;
let console: TestConsole;
let vera: OperatorBrowser;
beforeAll(async () => {
  database = await createTestDatabase();
  console = await openTestConsole(database);
  vera = await console.operator('vera', 'viewer');
});
afterAll(async () => {
  await console.close();
  await database.drop();
});
afterEach(() => expect(console.faults).toEqual([]));

type Page = { readonly days: ReconciliationView[]; readonly gaps: GapView[]; readonly next: string | null };
const read = async (before?: string): Promise<Page> =>
  (await vera.get(`/books/reconciliations${before === undefined ? '' : `?before=${before}`}`)).json<Page>();
const run = (query: ReturnType<typeof sql>) => query.execute(database.db.kysely);

const places = [
  ['reward', 'cold'],
  ['trx', 'energy'],
  ['usdt', 'deposit'],
  ['usdt', 'hot'],
] as const;
const firstDay = '2026-10-01';
const dayOf = (number: number): string =>
  new Date(Date.parse(firstDay) + number * 86_400_000).toISOString().slice(0, 10);

/** What one day leaves of a place: other numbers each day. */
const kept = (number: number, [assetId, place]: (typeof places)[number]) => ({
  day: dayOf(number),
  place,
  assetId,
  comparisons: 5_000 + number,
  differing: number % 3,
  books: String(10n ** 20n + BigInt(number)),
  chain: String(10n ** 20n + BigInt(number) - BigInt(number % 3)),
  blockNumber: 70_000_000 + number,
  at: `${dayOf(number)}T23:59:45.000Z`,
});

async function keepDay(number: number): Promise<void> {
  for (const { day, place, assetId, comparisons, differing, books, chain, blockNumber, at } of places.map((each) =>
    kept(number, each),
  ))
    await run(sql`
      INSERT INTO reserve_days (day, place, asset_id, comparisons, differing, books, chain, block_number, at)
      VALUES (${day}, ${place}, ${assetId}, ${comparisons}, ${differing}, ${books}, ${chain}, ${blockNumber}, ${at})`);
}

test('nothing is said of comparisons that nobody made', async () => {
  expect(await read()).toEqual({ days: [], gaps: [], next: null });
});

test('every day that the worker kept is read once, the newest first, with what it compared at each place', async () => {
  for (let number = 0; number < 31; number += 1) await keepDay(number);
  const pages = [await read()];
  await keepDay(31);
  for (let page = pages[0]; page?.next !== null && page !== undefined; page = pages.at(-1))
    pages.push(await read(page.next));
  const expected = Array.from({ length: 31 }, (_, at) => places.map((place) => kept(30 - at, place))).flat();
  expect(pages.flatMap(({ days }) => days)).toEqual(expected);
  // A day is never cut in two: fourteen to a page.
  expect(pages.map(({ days }) => new Set(days.map(({ day }) => day)).size)).toEqual([14, 14, 3]);
  expect(pages.map(({ next }) => next)).toEqual([dayOf(17), dayOf(3), null]);
  // The day that began meanwhile stands first from now on.
  expect((await read()).days.slice(0, places.length)).toEqual(places.map((place) => kept(31, place)));
});

test('what is missing stands first, then what was, the last first, and on the first page alone', async () => {
  await run(sql`
    INSERT INTO reserve_gaps (asset_id, subject, missing, block_number, opened_at, closed_at) VALUES
      ('usdt', 'hot', 11, 90, '2026-10-02T10:00:00Z', '2026-10-02T11:00:00Z'),
      ('usdt', 'liabilities', 12, 91, '2026-10-03T10:00:00Z', NULL),
      ('trx', 'cold', 13, 92, '2026-10-04T10:00:00Z', '2026-10-04T10:30:00Z'),
      ('usdt', 'deposit TAddress', 14, 93, '2026-10-05T10:00:00Z', NULL)`);
  const { gaps, next } = await read();
  expect(gaps).toEqual([
    {
      ...{ id: '4', assetId: 'usdt', subject: 'deposit TAddress', missing: '14' },
      ...{ openedAt: '2026-10-05T10:00:00.000Z', closedAt: null },
    },
    {
      ...{ id: '2', assetId: 'usdt', subject: 'liabilities', missing: '12' },
      ...{ openedAt: '2026-10-03T10:00:00.000Z', closedAt: null },
    },
    {
      ...{ id: '3', assetId: 'trx', subject: 'cold', missing: '13' },
      ...{ openedAt: '2026-10-04T10:00:00.000Z', closedAt: '2026-10-04T10:30:00.000Z' },
    },
    {
      ...{ id: '1', assetId: 'usdt', subject: 'hot', missing: '11' },
      ...{ openedAt: '2026-10-02T10:00:00.000Z', closedAt: '2026-10-02T11:00:00.000Z' },
    },
  ]);
  expect((await read(next ?? '')).gaps).toEqual([]);
});

test('of what was ever missing the last are given, and never less of what still is', async () => {
  await run(sql`
    INSERT INTO reserve_gaps (asset_id, subject, missing, block_number, closed_at)
    SELECT 'usdt', 'energy', n, 94, now() FROM generate_series(1, ${shownGaps}::int) n`);
  const { gaps } = await read();
  expect(gaps).toHaveLength(shownGaps);
  expect(gaps.slice(0, 2).map(({ closedAt }) => closedAt)).toEqual([null, null]);
  expect(gaps[2]?.missing).toBe(String(shownGaps));
});
