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

/** What is executed when a function is called, and who may call it. */
type Definition = { readonly name: string; readonly changed: boolean; readonly text: string };

async function definitions(db: DbReader): Promise<readonly Definition[]> {
  const { rows } = await sql<Definition>`
    SELECT p.proname AS name, p.xmin = pg_current_xact_id()::xid AS changed,
           pg_get_functiondef(p.oid)
             || (SELECT string_agg(acl::text, ' ' ORDER BY acl::text) FROM unnest(p.proacl) AS acl) AS text
      FROM pg_proc p WHERE p.pronamespace = 'ledger'::regnamespace ORDER BY p.proname`.execute(db);
  return rows;
}

/** What the files say otherwise than the database: each is executed over what is there, and everything rolled back. */
async function findDifferences(): Promise<readonly string[]> {
  return await database.db.kysely.connection().execute(async (db) => {
    const before = await definitions(db);
    const differences = before.filter(({ name }) => !files.has(`${name}.sql`)).map(({ name }) => `${name} has no file`);
    for (const [file, text] of files) {
      const name = file.replace(/\.sql$/, '');
      await sql`BEGIN`.execute(db);
      if (before.some((definition) => definition.name === name))
        await sql`REVOKE ALL ON FUNCTION ledger.${sql.id(name)} FROM PUBLIC, tern_api, tern_worker, tern_console`.execute(
          db,
        );
      await sql.raw(text).execute(db);
      const after = await definitions(db);
      await sql`ROLLBACK`.execute(db);
      const made = after.filter(({ changed }) => changed).map((definition) => definition.name);
      if (made.join() !== name) differences.push(`${file} makes ${made.join(', ')}`);
      const [old, now] = [before, after].map((all) => all.find((definition) => definition.name === name)?.text);
      if (old !== now) differences.push(`${file} is not what the database runs`);
    }
    return differences;
  });
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
  const own = database;
  database = await createTestDatabase();
  try {
    await sql.raw(planted).execute(database.db.kysely);
    expect(await findDifferences()).toEqual([difference]);
  } finally {
    await database.drop();
    database = own;
  }
});

test('each file is applied by one migration', async () => {
  const named = await Promise.all(
    (await readdir(migrations)).map(async (name) => includesOf(await readFile(new URL(name, migrations), 'utf8'))),
  );
  const own = named.flat().filter((path) => path.startsWith('../../ledger/sql/'));
  expect(own.toSorted()).toEqual([...files.keys()].map((name) => `../../ledger/sql/${name}`).toSorted());
});
