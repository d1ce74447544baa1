import { mkdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUpCluster } from './back-up-cluster.ts';
import { restoreCluster } from './restore-cluster.ts';
import { startLocalPostgres, type LocalPostgres } from './start-local-postgres.ts';

let root = '';
let dataDir = '';
let to = '';
let server: LocalPostgres;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'backup-'));
  await chmod(root, 0o711);
  dataDir = join(root, 'database');
  to = join(root, 'backup');
  mkdirSync(to, { mode: 0o711 });
  server = await startLocalPostgres({ dataDir });
  await run('CREATE TABLE lines (id int PRIMARY KEY)');
  await add(1);
});
afterAll(async () => {
  await server.destroy();
  await rm(root, { recursive: true, force: true });
});

async function run(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const add = (id: number) => run(`INSERT INTO lines VALUES (${id})`);
const lines = async (): Promise<unknown[]> => (await run('SELECT id FROM lines ORDER BY id')).map(({ id }) => id);

async function restore(upTo: 'latest' | 'backup'): Promise<void> {
  await server.stop();
  await restoreCluster({ dataDir, from: to, upTo });
  server = await startLocalPostgres({ dataDir });
}

test('X05 a backup comes back as it was, or brought forward to the last line that was committed', async () => {
  await backUpCluster({ dataDir, url: server.url, to });
  await add(2);
  await run('SELECT pg_switch_wal()');
  await add(3);
  // The third line is in no archived piece of the log yet: it is taken from the files that are moved aside.
  await restore('latest');
  expect(await lines()).toEqual([1, 2, 3]);
  await restore('backup');
  expect(await lines()).toEqual([1]);
  expect(await run('SHOW restore_command')).toEqual([{ restore_command: '' }]);
});

test('a second backup takes the place of the first, and a database goes on after a restore', async () => {
  await add(4);
  await backUpCluster({ dataDir, url: server.url, to });
  await add(5);
  await restore('latest');
  expect(await lines()).toEqual([1, 4, 5]);
  await add(6);
  expect(await lines()).toEqual([1, 4, 5, 6]);
});

test('a folder without a whole backup is refused, and so is a database that runs', async () => {
  await expect(restoreCluster({ dataDir, from: root, upTo: 'latest' })).rejects.toThrow('no whole backup');
  await expect(restoreCluster({ dataDir, from: to, upTo: 'latest' })).rejects.toThrow('still runs');
});
