import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate, planMigrations } from '@tern/db/migrate';
import { databaseUrl, withClient } from '@tern/testkit/template-database';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grow, grownTables } from './grow.ts';
import { readFiles, readHeldLocks, type HeldLock, type KnownTable } from './locks-held.ts';
import { listReleases, readRelease } from './release.ts';
import { restoreDatabase } from './restore-release.ts';

// Goal: no migration keeps people out of a table while it reads or writes all of it, whatever the gate makes of its text. Method:
// every migration since a kept release runs on its rows, and is looked at before it commits: which locks it holds, what it read.
const clusterUrl = process.env['TERN_TEST_DATABASE_URL'] ?? '';
const migrations = fileURLToPath(new URL('../../packages/db/migrations', import.meta.url));
const records = 2_000;
let planted = 0;

/**
 * Which long looks a migration took with a lock that keeps others out. Each is applied on a connection of its own: what PostgreSQL
 * counts of a transaction has what the connection did before.
 */
async function migrateAndLook(
  url: string,
  sources: string,
): Promise<{
  readonly applied: readonly string[];
  readonly long: readonly string[];
  readonly held: readonly HeldLock[];
}> {
  const long: string[] = [];
  const held: HeldLock[] = [];
  const watch = new pg.Client({ connectionString: url });
  await watch.connect();
  const look = async (client: pg.Client, name: string, before: ReadonlyMap<number, KnownTable>): Promise<void> => {
    const locks = await readHeldLocks(client, before);
    held.push(...locks);
    // A table that has a handful of rows is read from its beginning to its end by an index too.
    for (const { table, mode, rowsRead, rewritten } of locks)
      if (rewritten || rowsRead > 100)
        long.push(`${name} reads ${rowsRead} rows of ${table} with ${mode}${rewritten ? ' and writes it anew' : ''}`);
  };
  const dir = join(await mkdtemp(join(sources, 'steps-')), 'db/migrations');
  await cp(join(sources, 'ledger'), join(dir, '../../ledger'), { recursive: true });
  const { applied: there, due } = await planMigrations({ url, dir: join(sources, 'db/migrations') });
  const take = (name: string): Promise<void> => cp(join(sources, 'db/migrations', name), join(dir, name));
  for (const { name } of there) await take(name);
  for (const { name } of due) {
    await take(name);
    const before = await readFiles(watch);
    await migrate({ url, dir, inspect: (client) => look(client, name, before) });
  }
  await watch.end();
  return { applied: due.map(({ name }) => name), long, held };
}

describe.each(await listReleases())('a database of version %s', (version) => {
  let name: string;
  let url: string;
  let dir: string;

  beforeAll(async () => {
    name = `tern_test_${randomBytes(6).toString('hex')}`;
    url = databaseUrl(clusterUrl, name);
    await withClient(clusterUrl, (client) => client.query(`CREATE DATABASE ${name}`));
    await restoreDatabase(await readRelease(version), url);
    await withClient(url, (client) => grow(client, records));
    dir = await mkdtemp(join(tmpdir(), 'tern-migrations-'));
    await cp(migrations, join(dir, 'db/migrations'), { recursive: true });
    await cp(join(migrations, '../../ledger/sql'), join(dir, 'ledger/sql'), { recursive: true });
  });
  afterAll(async () => {
    await rm(dir, { recursive: true });
    await withClient(clusterUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
  });

  test('X14 becomes today’s without a long look under a lock', async () => {
    const { applied, long, held } = await migrateAndLook(url, dir);
    expect(long).toEqual([]);
    // It looked: some of the large tables were altered.
    expect(applied.length).toBeGreaterThan(10);
    expect(held.filter(({ table }) => grownTables.includes(table)).length).toBeGreaterThan(3);
  });

  test.each([
    [
      'a rule that is looked up',
      'ALTER TABLE records ADD CONSTRAINT planted CHECK (amount > 0)',
      /reads 2\d{3} rows of records with AccessExclusiveLock$/,
    ],
    ['an index', 'CREATE INDEX planted_idx ON messages (event)', /reads 1\d{3} rows of messages with ShareLock$/],
    [
      'another type',
      'ALTER TABLE outbox ALTER COLUMN tries TYPE bigint',
      /rows of outbox with .*AccessExclusiveLock.* and writes it anew$/,
    ],
  ])('%s under a lock is noticed', async (_, statement, finding) => {
    const file = join(dir, `db/migrations/${9000 + (planted += 1)}_planted.sql`);
    await writeFile(file, statement);
    const { long } = await migrateAndLook(url, dir);
    expect(long).toEqual([expect.stringMatching(finding)]);
  });
});
