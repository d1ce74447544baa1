import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrate } from './migrate.ts';
import { readMigrations } from './read-migrations.ts';
import { requireSchema } from './require-schema.ts';

let database: TestDatabase;
let dir: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  await sql`DROP TABLE IF EXISTS schema_migrations, birds`.execute(database.db.kysely);
  dir = await mkdtemp(join(tmpdir(), 'tern-migrations-'));
  await writeFile(join(dir, '0001_birds.sql'), 'CREATE TABLE birds (name text)');
});
afterEach(() => rm(dir, { recursive: true }));

const run = (): Promise<readonly string[]> => migrate({ url: database.url, dir });

test('applies each migration once, in order', async () => {
  await writeFile(join(dir, '0002_tern.sql'), "INSERT INTO birds VALUES ('tern')");
  expect(await run()).toEqual(['0001_birds.sql', '0002_tern.sql']);
  expect(await run()).toEqual([]);
});

test('lets several processes start at once', async () => {
  const applied = await Promise.all([run(), run(), run()]);
  expect(applied.flat()).toEqual(['0001_birds.sql']);
});

test('refuses a migration that was changed after it had been applied', async () => {
  await run();
  await writeFile(join(dir, '0001_birds.sql'), 'CREATE TABLE birds (name text, wings int)');
  await expect(run()).rejects.toThrow('0001_birds.sql was changed after it had been applied');
});

test('leaves a database alone that a later version has only added to', async () => {
  await writeFile(join(dir, '0002_tern.sql'), 'ALTER TABLE birds ADD COLUMN wings int');
  await run();
  await rm(join(dir, '0002_tern.sql'));
  expect(await run()).toEqual([]);
});

test('refuses a database that a later version has taken something from, or that went another way', async () => {
  await writeFile(join(dir, '0002_tern.sql'), '-- contract: names tell nothing\nALTER TABLE birds DROP COLUMN name');
  await run();
  await rm(join(dir, '0002_tern.sql'));
  await expect(run()).rejects.toThrow('newer than this program: it has 0002_tern.sql');
  await sql`UPDATE schema_migrations SET contract = false`.execute(database.db.kysely);
  await writeFile(join(dir, '0003_gull.sql'), 'SELECT 1');
  await expect(run()).rejects.toThrow('newer than this program: it has 0002_tern.sql');
});

test('takes a migration for the one that a database got before it was released in another form', async () => {
  await run();
  const { rows } = await sql<{ sha256: string }>`SELECT sha256 FROM schema_migrations`.execute(database.db.kysely);
  const [earlier] = rows;
  await writeFile(
    join(dir, '0001_birds.sql'),
    `-- earlier form: ${earlier?.sha256}\nCREATE TABLE birds (name text NOT NULL)`,
  );
  expect(await run()).toEqual([]);
  await requireSchema(database.db, dir);
});

test('refuses a migration that is numbered below the newest applied one', async () => {
  await writeFile(join(dir, '0003_tern.sql'), 'SELECT 1');
  await run();
  await writeFile(join(dir, '0002_gull.sql'), "INSERT INTO birds VALUES ('gull')");
  await expect(run()).rejects.toThrow(
    '0002_gull.sql is numbered below 0003_tern.sql, which the database already has: number it above',
  );
  const { rows } = await sql`SELECT FROM birds`.execute(database.db.kysely);
  expect(rows).toEqual([]);
});

test('puts a file in the place of a line that names it, and counts it to the migration', async () => {
  const file = join(dir, '..', `${basename(dir)}.sql`);
  await writeFile(file, "INSERT INTO birds VALUES ('tern');\n");
  await writeFile(join(dir, '0002_tern.sql'), `-- A bird.\n\\ir ../${basename(file)}\n`);
  try {
    await run();
    const { rows } = await sql`SELECT name FROM birds`.execute(database.db.kysely);
    expect(rows).toEqual([{ name: 'tern' }]);
    await writeFile(file, "INSERT INTO birds VALUES ('gull');\n");
    await expect(run()).rejects.toThrow('0002_tern.sql was changed after it had been applied');
    // What was applied is kept by writing it where its name stood.
    await writeFile(join(dir, '0002_tern.sql'), "-- A bird.\nINSERT INTO birds VALUES ('tern');\n");
    expect(await run()).toEqual([]);
  } finally {
    await rm(file);
  }
});

test('leaves nothing of a migration that fails', async () => {
  await writeFile(join(dir, '0002_half.sql'), "INSERT INTO birds VALUES ('gull'); SELECT 1 / 0");
  await expect(run()).rejects.toThrow('0002_half.sql failed: division by zero');
  const { rows } = await sql<{ count: string }>`SELECT count(*) FROM birds`.execute(database.db.kysely);
  expect(rows[0]?.count).toBe('0');
});

test('refuses a file name that does not fit and a number used twice', async () => {
  await writeFile(join(dir, '0001_gulls.sql'), 'SELECT 1');
  await expect(readMigrations(dir)).rejects.toThrow('its number is taken: 0001_gulls.sql');
  await rm(join(dir, '0001_gulls.sql'));
  await writeFile(join(dir, 'notes.txt'), '');
  await expect(readMigrations(dir)).rejects.toThrow('Not a migration');
});
