import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { untilLocksAwaited } from '@tern/testkit/until-locks-awaited';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrate, type MigrateOptions } from './migrate.ts';
import { readMigrations } from './read-migrations.ts';

// Goal: a migration that has to wait keeps nobody else waiting, and one that was cut off goes on. Method: others hold the locks
// that stand in its way, on purpose.
let database: TestDatabase;
let dir: string;
let lines: string[];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  await sql`DROP TABLE IF EXISTS schema_migrations, birds`.execute(database.db.kysely);
  dir = await mkdtemp(join(tmpdir(), 'tern-migrations-'));
  lines = [];
  await write('0001_birds.sql', 'CREATE TABLE birds (name text); INSERT INTO birds SELECT generate_series(1, 100)');
  await run();
});
afterEach(() => rm(dir, { recursive: true }));

const write = (name: string, text: string): Promise<void> => writeFile(join(dir, name), text);
const run = (more: Partial<MigrateOptions> = {}): Promise<readonly string[]> =>
  migrate({ url: database.url, dir, log: (line) => lines.push(line), ...more });

/** Somebody with an open transaction that read the table. */
async function openReader(): Promise<{ readonly client: pg.PoolClient; readonly end: () => Promise<void> }> {
  const client = await database.db.pool.connect();
  await client.query('BEGIN; SELECT FROM birds LIMIT 1');
  return {
    client,
    end: async () => {
      await client.query('COMMIT');
      client.release();
    },
  };
}

test('lets everybody pass again and again while somebody holds the table, and goes on once it is free', async () => {
  await write('0002_wings.sql', 'ALTER TABLE birds ADD COLUMN wings int');
  const reader = await openReader();
  const running = run();
  await expect.poll(() => lines.filter((line) => line.includes('waits')).length).toBeGreaterThan(1);
  expect(lines.at(-1)).toMatch(/^0002_wings\.sql waits: process \d+ of \w+ \(test owner\) has been in a transaction/);
  // Others read and write in between; without the pauses they would wait for the reader as well.
  await sql`INSERT INTO birds VALUES ('tern')`.execute(database.db.kysely);
  await reader.end();
  expect(await running).toEqual(['0002_wings.sql']);
});

test('gives up after its patience, says who was in the way, and has left nothing', async () => {
  await write('0002_wings.sql', 'ALTER TABLE birds ADD COLUMN wings int');
  const reader = await openReader();
  await expect(run({ patienceMs: 300, lockWaitMs: 50 })).rejects.toThrow(
    /^0002_wings\.sql failed: canceling statement due to lock timeout after \d tries; process \d+ of \w+ \(test owner\)/,
  );
  await reader.end();
  expect(await run()).toEqual(['0002_wings.sql']);
});

test('waits for a vacuum without keeping those away who write', async () => {
  await write('0002_wings.sql', '/* Both. */ ALTER TABLE birds ADD COLUMN wings int');
  const vacuum = await database.db.pool.connect();
  // The lock that a vacuum has.
  await vacuum.query('BEGIN; LOCK TABLE birds IN SHARE UPDATE EXCLUSIVE MODE');
  const running = run();
  await untilLocksAwaited(database.db, 1);
  await sql`INSERT INTO birds VALUES ('tern')`.execute(database.db.kysely);
  await vacuum.query('COMMIT');
  vacuum.release();
  expect(await running).toEqual(['0002_wings.sql']);
  expect(lines.filter((line) => line.includes('waits'))).toEqual([]);
});

test('an index is built while somebody writes, and one that was cut off is built anew', async () => {
  const text = `-- outside a transaction: a long look
    /* However it is written: */ CREATE UNIQUE INDEX CONCURRENTLY
      IF NOT EXISTS -- once
      birds_name_key ON birds (name);`;
  await write('0002_names.sql', text);
  await sql`INSERT INTO birds VALUES ('1')`.execute(database.db.kysely);
  await expect(run()).rejects.toThrow('0002_names.sql failed: could not create unique index');
  const isValid = async (): Promise<readonly { readonly indisvalid: boolean }[]> =>
    (
      await sql<{
        indisvalid: boolean;
      }>`SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('birds_name_key')`.execute(database.db.kysely)
    ).rows;
  expect(await isValid()).toEqual([{ indisvalid: false }]);
  await sql`DELETE FROM birds WHERE ctid IN (SELECT max(ctid) FROM birds WHERE name = '1')`.execute(database.db.kysely);

  const writer = await database.db.pool.connect();
  await writer.query("BEGIN; INSERT INTO birds VALUES ('tern')");
  const running = run();
  await untilLocksAwaited(database.db, 1);
  await sql`INSERT INTO birds VALUES ('gull')`.execute(database.db.kysely);
  await writer.query('COMMIT');
  writer.release();
  expect(await running).toEqual(['0002_names.sql']);
  expect(await isValid()).toEqual([{ indisvalid: true }]);
});

test('two that start at once do not wait for each other while one builds an index', async () => {
  await write(
    '0002_names.sql',
    '-- outside a transaction: a long look\nCREATE INDEX CONCURRENTLY IF NOT EXISTS birds_name_idx ON birds (name)',
  );
  const reader = await openReader();
  await reader.client.query("UPDATE birds SET name = name WHERE name = '1'");
  const first = run();
  await untilLocksAwaited(database.db, 1);
  const second = run();
  await expect.poll(() => lines).toContain('waiting for another migration of this database');
  await reader.end();
  expect(await Promise.all([first, second])).toEqual([['0002_names.sql'], []]);
});

test('changes many rows in batches, and goes on where it was cut off', async () => {
  await write('0002_wings.sql', 'ALTER TABLE birds ADD COLUMN wings int');
  await run();
  await write(
    '0003_two.sql',
    `-- in batches: a table of birds
     UPDATE birds SET wings = 2 WHERE ctid IN (SELECT ctid FROM birds WHERE wings IS NULL LIMIT 30)`,
  );
  const countDone = async (): Promise<unknown> =>
    (await sql`SELECT count(*)::int AS done FROM birds WHERE wings = 2`.execute(database.db.kysely)).rows;
  const holder = await database.db.pool.connect();
  await holder.query("BEGIN; UPDATE birds SET name = name WHERE name = '100'");
  await expect(run({ patienceMs: 300, lockWaitMs: 50 })).rejects.toThrow('0003_two.sql failed: canceling statement');
  expect(await countDone()).toEqual([{ done: 90 }]);
  await holder.query('COMMIT');
  holder.release();
  expect(await run()).toEqual(['0003_two.sql']);
  expect(await countDone()).toEqual([{ done: 100 }]);
  expect(lines.filter((line) => line.endsWith(' rows'))).toEqual(
    [30, 60, 90, 10].map((rows) => `0003_two.sql: ${rows} rows`),
  );
});

test('what runs in batches is one statement', async () => {
  await write('0002_two.sql', '-- in batches: a table of birds\nSELECT 1; SELECT 2');
  await expect(readMigrations(dir)).rejects.toThrow('0002_two.sql: what runs in batches is one statement');
});

test('a fault is named with its line, also where each statement runs by itself', async () => {
  await write('0002_half.sql', '-- outside a transaction: a test\nSELECT 1;\n\n-- Here.\nSELECT\n  nothing;\n');
  await expect(run()).rejects.toThrow('0002_half.sql failed at line 6: column "nothing" does not exist');
});
