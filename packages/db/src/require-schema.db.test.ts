import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrate, planMigrations } from './migrate.ts';
import { requireOwnRole } from './require-own-role.ts';
import { requireSchema } from './require-schema.ts';

// Goal: a version runs on the database it knows and on one that was only added to, and on no other. Method: a folder of
// migrations for each version, looked at with the login of a process.
let database: TestDatabase;
let old: string;
let next: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  await sql`DROP TABLE IF EXISTS schema_migrations, birds`.execute(database.db.kysely);
  [old, next] = [await mkdtemp(join(tmpdir(), 'tern-old-')), await mkdtemp(join(tmpdir(), 'tern-next-'))];
  for (const dir of [old, next]) {
    await writeFile(join(dir, '0001_birds.sql'), 'CREATE TABLE birds (name text)');
    await writeFile(
      join(dir, '0002_look.sql'),
      'GRANT SELECT (name, sha256, contract) ON schema_migrations TO tern_api, tern_worker, tern_console',
    );
  }
});
afterEach(async () => {
  for (const dir of [old, next]) await rm(dir, { recursive: true });
});

const run = (dir: string): Promise<readonly string[]> => migrate({ url: database.url, dir });
const look = async (dir: string): Promise<string | undefined> => {
  try {
    await requireSchema(database.asApi, dir);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

test('a database without tables, or without some of them, says which command brings them', async () => {
  expect(await look(old)).toMatch(/^The database has no list of migrations.*npm run migrate/);
  await run(old);
  expect(await look(old)).toBeUndefined();
  await writeFile(join(next, '0003_wings.sql'), 'ALTER TABLE birds ADD COLUMN wings int');
  expect(await look(next)).toMatch(/^The database lacks 0003_wings\.sql\. Run "npm run migrate"/);
  await writeFile(join(next, '0004_tail.sql'), 'ALTER TABLE birds ADD COLUMN tail int');
  expect(await look(next)).toMatch(/^The database lacks 0003_wings\.sql and 0004_tail\.sql\. /);
});

test('the version before goes on with a database that was added to, and not with one that something was taken from', async () => {
  await run(old);
  const check = await requireSchema(database.asApi, old);
  await writeFile(join(next, '0003_wings.sql'), 'ALTER TABLE birds ADD COLUMN wings int');
  await run(next);
  expect(await check()).toBeUndefined();
  expect(await look(old)).toBeUndefined();
  await writeFile(
    join(next, '0004_names.sql'),
    '-- contract: wings alone tell birds apart\nALTER TABLE birds DROP COLUMN name',
  );
  await run(next);
  expect(await check()).toContain('0004_names.sql, with which this version cannot run any more');
  expect(await look(old)).toContain('0004_names.sql');
  expect(await look(next)).toBeUndefined();
});

test('a migration that is another one under the same name is noticed', async () => {
  await run(old);
  await writeFile(join(next, '0001_birds.sql'), 'CREATE TABLE birds (name text, wings int)');
  expect(await look(next)).toContain('0001_birds.sql is another one in the database');
});

test('a list that a former version made is read, and gets its column with the next migration', async () => {
  await sql`
    CREATE TABLE public.schema_migrations (name text CONSTRAINT schema_migrations_pkey PRIMARY KEY, sha256 text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now())`.execute(database.db.kysely);
  expect((await planMigrations({ url: database.url, dir: old })).due.map(({ name }) => name)).toEqual([
    '0001_birds.sql',
    '0002_look.sql',
  ]);
  expect(await run(old)).toEqual(['0001_birds.sql', '0002_look.sql']);
  expect(await look(old)).toBeUndefined();
});

test('a plan changes nothing', async () => {
  const { applied, due } = await planMigrations({ url: database.url, dir: old });
  expect([applied.length, due.length]).toEqual([0, 2]);
  const { rows } = await sql<{ list: string | null }>`
    SELECT to_regclass('public.schema_migrations')::text AS list`.execute(database.db.kysely);
  expect(rows).toEqual([{ list: null }]);
});

test('who waits for another migration is told so', async () => {
  const other = await database.db.pool.connect();
  await other.query('SELECT pg_advisory_lock(7310925541)');
  const lines: string[] = [];
  const heard = Promise.withResolvers<void>();
  const running = migrate({
    url: database.url,
    dir: old,
    log: (line) => {
      lines.push(line);
      heard.resolve();
    },
  });
  await heard.promise;
  expect(lines).toEqual(['waiting for another migration of this database']);
  await other.query('SELECT pg_advisory_unlock(7310925541)');
  other.release();
  expect(await running).toHaveLength(2);
});

test('a process that logs in as the owner of the tables is refused', async () => {
  await run(old);
  await expect(requireOwnRole(database.db)).rejects.toThrow('who owns the tables');
  for (const role of [database.asApi, database.asWorker]) await requireOwnRole(role);
});
