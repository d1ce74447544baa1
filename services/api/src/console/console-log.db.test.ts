import { randomUUID } from 'node:crypto';
import type { ActionView, LogFilter } from '@tern/contracts/routes/console-log';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openConsoleWorld, sent, type ConsoleWorld, type TestOwner } from './testing/console-world.ts';
import { openTestConsole, type OperatorBrowser, type TestConsole } from './testing/test-console.ts';

// Goal: whoever asks who did what finds the rows by person, words, operator, action and days, and each row says what it is about.
// Method: operators act on a world; their rows are looked for, and rows of earlier days are written by the owner of the tables.

let database: TestDatabase;
let console: TestConsole;
let world: ConsoleWorld;
let rita: OperatorBrowser;
let vera: OperatorBrowser;
let mara: TestOwner;
let idris: TestOwner;
let withdrawal: string;

beforeAll(async () => {
  database = await createTestDatabase();
  console = await openTestConsole(database);
  world = openConsoleWorld(database);
  rita = await console.operator('rita', 'reviewer');
  vera = await console.operator('vera', 'viewer');
  [mara, idris] = [await world.person(), await world.person()];
  withdrawal = await world.transfer(mara);
  const note = (id: string, text: string) => rita.post('/people/note', { id, note: text });
  expect((await note(mara.personId, 'Called back about the Invoice 4711')).statusCode).toBe(200);
  expect((await note(idris.personId, 'Größe der Überweisung erfragt, 发票已核对')).statusCode).toBe(200);
  await world.review(withdrawal, await world.operatorId('rita'), 'Invoice on file');
  await sql`INSERT INTO usernames (folded, person_id, username, is_current)
    VALUES ('marak', ${mara.personId}, '@marak', true)`.execute(database.db.kysely);
});
afterAll(async () => {
  await console.close();
  await database.drop();
});
afterEach(() => expect(console.faults.splice(0)).toEqual([]));

type Page = {
  readonly actions: readonly ActionView[];
  readonly searchedAs: string | null;
  readonly next: number | null;
};
const read = async (filter: Readonly<Partial<Record<keyof LogFilter, string>>>): Promise<Page> => {
  const answer = await vera.get(`/log?${new URLSearchParams(filter as Record<string, string>).toString()}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Page>();
};
const kindsOf = ({ actions }: Page): readonly string[] => actions.map(({ kind }) => kind);

describe('what is looked for', () => {
  test.each<[string, () => string]>([
    ['number', () => mara.publicId],
    ['id', () => mara.personId],
    ['address', () => mara.address],
    ['username', () => '@MaraK'],
    ['username without its @', () => 'marak'],
  ])('a person’s %s finds what was done about them, about their withdrawals as well', async (_, search) => {
    const found = await read({ search: search() });
    expect(found.searchedAs).toBe('person');
    expect(kindsOf(found)).toEqual(['withdrawal-approved', 'person-noted']);
  });

  test('an id finds what was done about it', async () => {
    const found = await read({ search: withdrawal });
    expect([found.searchedAs, kindsOf(found)]).toEqual(['id', ['withdrawal-approved']]);
    expect((await read({ search: randomUUID() })).actions).toEqual([]);
  });

  test.each([
    ['invoice', ['person-noted']],
    ['INV', ['person-noted']],
    ['4711 called', ['person-noted']],
    ['größe', ['person-noted']],
    ['发票', ['person-noted']],
    ['invoice nowhere', []],
    // No beginning of a word.
    ['voice', []],
  ])('words find what somebody wrote: %s', async (search, kinds) => {
    const found = await read({ search, kind: 'person-noted' });
    expect([found.searchedAs, kindsOf(found)]).toEqual(['words', kinds]);
  });

  test('reasons are found as notes are, a contact never, and what means nothing does no harm', async () => {
    expect(kindsOf(await read({ search: 'call', kind: 'person-noted' }))).toHaveLength(1);
    const id = await frozen(idris);
    expect(kindsOf(await read({ search: 'suspicious login' }))).toEqual(['person-frozen']);
    expect(kindsOf(await read({ search: id }))).toContain('person-frozen');
    expect(await read({ search: 'mara@example.org' })).toMatchObject({ searchedAs: 'contact', actions: [] });
    for (const search of ["'; DROP TABLE operator_actions; --", '& | ! :*', ':*', '%', '()', '@nobody_here'])
      expect((await read({ search })).actions, search).toEqual([]);
  });
});

async function frozen({ personId }: TestOwner): Promise<string> {
  const hold = { to: 'frozen', id: personId, reason: 'security', days: 3, note: 'A suspicious login' };
  const signed = await rita.sign('/people/hold/question', hold);
  expect((await rita.post('/people/hold', signed)).statusCode).toBe(200);
  return personId;
}

test('a row says what it is about: whose withdrawal of how much, which person, which operator', async () => {
  const [approved] = (await read({ kind: 'withdrawal-approved' })).actions;
  expect(approved).toMatchObject({
    ...{ operator: 'rita', subject: withdrawal },
    about: {
      of: 'withdrawal',
      person: { id: mara.personId, publicId: mara.publicId },
      ...{ assetId: 'usdt', amount: sent.amount, name: null },
    },
  });
  const [noted] = (await read({ search: mara.publicId, kind: 'person-noted' })).actions;
  expect(noted?.about).toMatchObject({ of: 'person', person: { publicId: mara.publicId } });
  const order = await world.coldOrder({ state: 'proposed' });
  await world.approveOrder(order, await world.operatorId('rita'));
  expect((await read({ subject: order })).actions[0]?.about).toEqual({
    ...{ of: 'order', person: null, assetId: 'usdt', amount: '900000000', name: 'cold' },
  });
  // A session has no page.
  expect((await read({ kind: 'operator-signed-in', operator: 'vera' })).actions[0]?.about ?? null).toBeNull();
});

describe('days and pages', () => {
  const days = ['2026-01-10', '2026-01-11', '2026-01-12'] as const;
  let older: TestDatabase;
  let olderConsole: TestConsole;
  let reader: OperatorBrowser;
  beforeAll(async () => {
    older = await createTestDatabase();
    olderConsole = await openTestConsole(older);
    reader = await olderConsole.operator('otto', 'viewer');
    const { kysely } = older.db;
    // As rows that were written on other days; the trigger would give them the time of now.
    await sql`TRUNCATE operator_actions`.execute(kysely).catch(() => undefined);
    await sql`ALTER TABLE operator_actions DISABLE TRIGGER USER`.execute(kysely);
    await sql`DELETE FROM operator_actions`.execute(kysely);
    await sql`
      INSERT INTO operator_actions (operator_id, kind, subject, at, seq, hash)
      SELECT o.id, CASE WHEN n % 2 = 0 THEN 'flow-stopped' ELSE 'flow-started' END, 'swaps',
             '2026-01-10T00:00:00Z'::timestamptz + (n - 1) * interval '1 hour', n, decode(md5(n::text), 'hex')
        FROM generate_series(1, 72) AS n, operators o WHERE o.name = 'otto'`.execute(kysely);
  });
  afterAll(async () => {
    await olderConsole.close();
    await older.drop();
  });
  const page = async (filter: Readonly<Record<string, string>>): Promise<Page> =>
    (await reader.get(`/log?${new URLSearchParams(filter).toString()}`)).json<Page>();
  const numbers = ({ actions }: Page): readonly number[] => actions.map(({ seq }) => seq);
  const descending = (from: number, to: number): readonly number[] =>
    Array.from({ length: from - to + 1 }, (_, at) => from - at);

  test('a day has its rows from the first moment to the last, in both orders', async () => {
    expect(numbers(await page({ from: days[1], until: days[1] }))).toEqual(descending(48, 25));
    expect(numbers(await page({ from: days[1], until: days[1], order: 'oldest' }))).toEqual(
      descending(48, 25).toReversed(),
    );
    expect(numbers(await page({ until: days[0] }))).toEqual(descending(24, 1));
    expect(numbers(await page({ from: '2026-01-13' }))).toEqual([]);
    expect(numbers(await page({ until: '2026-01-09' }))).toEqual([]);
  });

  test('pages go on where the one before ended, in both orders and within a filter', async () => {
    const first = await page({});
    expect([numbers(first), first.next]).toEqual([descending(72, 23), 23]);
    const second = await page({ before: '23' });
    expect([numbers(second), second.next]).toEqual([descending(22, 1), null]);
    const oldest = await page({ order: 'oldest' });
    expect([oldest.next, numbers(await page({ order: 'oldest', after: '50' }))]).toEqual([
      50,
      descending(72, 51).toReversed(),
    ]);
    expect(numbers(await page({ kind: 'flow-stopped', operator: 'otto', subject: 'swaps', until: days[0] }))).toEqual(
      descending(24, 1).filter((n) => n % 2 === 0),
    );
    expect(numbers(await page({ operator: 'nobody' }))).toEqual([]);
  });

  test('a day that the calendar does not have is refused', async () => {
    expect((await reader.get('/log?from=2026-02-30')).statusCode).toBe(400);
  });
});
