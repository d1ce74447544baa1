import { readdir, readFile } from 'node:fs/promises';
import type { DbReader } from '@tern/db/database';
import { includesOf } from '@tern/db/read-migrations';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

const folder = new URL('../sql/', import.meta.url);
const migrations = new URL('../../db/migrations/', import.meta.url);

let database: TestDatabase;
let files: ReadonlyMap<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  const names = await readdir(folder);
  files = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(new URL(name, folder), 'utf8')] as const)),
  );
});
afterAll(() => database.drop());

/** What is executed when a function is called, who may call it, and which change made it so. */
type Definition = { readonly name: string; readonly made: string; readonly text: string };

async function definitions(db: DbReader): Promise<readonly Definition[]> {
  const { rows } = await sql<Definition>`
    SELECT p.proname::text AS name, p.xmin::text AS made,
           pg_get_functiondef(p.oid)
             || (SELECT string_agg(acl::text, ' ' ORDER BY acl::text) FROM unnest(p.proacl) AS acl) AS text
      FROM pg_proc p WHERE p.pronamespace = 'ledger'::regnamespace ORDER BY p.proname`.execute(db);
  return rows;
}

/** What the files say otherwise than the database after `change`: each is executed over what is there. Nothing stays. */
async function findDifferences(change = 'SELECT'): Promise<readonly string[]> {
  const db = await database.db.kysely.startTransaction().execute();
  try {
    await sql.raw(change).execute(db);
    const before = await definitions(db);
    const differences = before.filter(({ name }) => !files.has(`${name}.sql`)).map(({ name }) => `${name} has no file`);
    for (const [file, text] of files) differences.push(...(await differencesOf(db, before, file, text)));
    return differences;
  } finally {
    await db.rollback().execute();
  }
}

async function differencesOf(
  db: DbReader,
  before: readonly Definition[],
  file: string,
  text: string,
): Promise<readonly string[]> {
  const name = file.replace(/\.sql$/, '');
  const old = before.find((definition) => definition.name === name);
  await sql`SAVEPOINT file`.execute(db);
  // A right that the file does not give must not be there either.
  if (old !== undefined)
    await sql`REVOKE ALL ON FUNCTION ledger.${sql.id(name)} FROM PUBLIC, tern_api, tern_worker, tern_console`.execute(
      db,
    );
  await sql.raw(text).execute(db);
  const after = await definitions(db);
  await sql`ROLLBACK TO SAVEPOINT file`.execute(db);
  const known = new Map(before.map((definition) => [definition.name, definition.made]));
  const made = after.filter((definition) => definition.made !== known.get(definition.name));
  return [
    ...(made.map((definition) => definition.name).join() === name ? [] : [`${file} makes something else`]),
    ...(after.find((definition) => definition.name === name)?.text === old?.text
      ? []
      : [`${file} is not what the database runs`]),
  ];
}

test('every function of the ledger has its file, and the database runs what the file says', async () => {
  expect(files.size).toBeGreaterThan(30);
  expect(await findDifferences()).toEqual([]);
});

test.each([
  [
    'another body',
    `CREATE OR REPLACE FUNCTION ledger.transfer_ids(p_journal bigint) RETURNS bigint[] LANGUAGE sql STABLE
    AS 'SELECT array_agg(id) FROM ledger.transfers WHERE journal_id = p_journal'`,
    'transfer_ids.sql is not what the database runs',
  ],
  [
    'another setting',
    `ALTER FUNCTION ledger.post_journals SET enable_seqscan = on`,
    'post_journals.sql is not what the database runs',
  ],
  ['another right', `GRANT EXECUTE ON FUNCTION ledger.book TO tern_api`, 'book.sql is not what the database runs'],
  ['one more function', `CREATE FUNCTION ledger.gift() RETURNS void LANGUAGE sql AS ''`, 'gift has no file'],
])('finds a planted difference: %s', async (_, planted, difference) => {
  expect(await findDifferences(planted)).toEqual([difference]);
});

test('each file is applied by one migration', async () => {
  const named = await Promise.all(
    (await readdir(migrations)).map(async (name) => includesOf(await readFile(new URL(name, migrations), 'utf8'))),
  );
  const own = named.flat().filter((path) => path.startsWith('../../ledger/sql/'));
  expect(own.toSorted()).toEqual([...files.keys()].map((name) => `../../ledger/sql/${name}`).toSorted());
});
