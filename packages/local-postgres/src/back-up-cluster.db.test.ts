import { mkdirSync, readdirSync, readFileSync, readlinkSync, renameSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUpCluster } from './back-up-cluster.ts';
import { readBackupTime } from './read-backup-time.ts';
import { restoreCluster } from './restore-cluster.ts';
import { startLocalPostgres, type LocalPostgres } from './start-local-postgres.ts';
import { startMovedAside } from './start-moved-aside.ts';

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

async function run(sql: string, url = server.url): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const add = (id: number) => run(`INSERT INTO lines VALUES (${id})`);
const lines = async (): Promise<unknown[]> => (await run('SELECT id FROM lines ORDER BY id')).map(({ id }) => id);

async function restore(upTo: 'latest' | 'backup'): Promise<string> {
  await server.stop();
  const aside = await restoreCluster({ dataDir, from: to, upTo });
  server = await startLocalPostgres({ dataDir });
  return aside ?? '';
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

test('a folder that has a backup is refused, and both the backup and the folder of the log stay as they were', async () => {
  const label = readFileSync(join(to, 'base/backup_label'), 'utf8');
  const link = readlinkSync(join(server.dataDir, '../archive'));
  await expect(backUpCluster({ dataDir, url: server.url, to })).rejects.toThrow(
    'already has a backup. Name a new folder.',
  );
  expect(readFileSync(join(to, 'base/backup_label'), 'utf8')).toBe(label);
  expect(readlinkSync(join(server.dataDir, '../archive'))).toBe(link);
});

test('a second backup goes into a folder of its own, and a database goes on after a restore', async () => {
  await add(4);
  to = join(root, 'second-backup');
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

test('files that a restore moved aside are read beside the restored database: nothing in them changes, and no log is copied', async () => {
  const madeAt = await readBackupTime(to);
  expect(Math.abs(Date.now() - madeAt.getTime())).toBeLessThan(10 * 60_000);
  await add(7);
  const folder = await restore('backup');
  expect(await lines()).toEqual([1, 4]);
  const archived = readdirSync(join(to, 'log'));
  const before = await startMovedAside({ dataDir, folder });
  try {
    expect(await run('SELECT id FROM lines WHERE id = 7', before.url)).toEqual([{ id: 7 }]);
    await expect(run('INSERT INTO lines VALUES (8)', before.url)).rejects.toThrow('read-only transaction');
    expect(await run('SHOW archive_mode', before.url)).toEqual([{ archive_mode: 'off' }]);
  } finally {
    await before.stop();
  }
  expect(readdirSync(join(to, 'log')).toSorted()).toEqual(archived.toSorted());
  expect(await lines()).toEqual([1, 4]);
});

test('a restore to the time of the backup is taken back by putting the files back that it moved aside', async () => {
  const folder = await restore('latest');
  await add(9);
  const present = server.dataDir;
  const later = await restore('backup');
  expect(await lines()).toEqual([1, 4]);
  // A further restore follows the history that has begun here, and never the one before.
  await add(10);
  await restore('latest');
  expect(await lines()).toEqual([1, 4, 10]);
  await server.stop();
  renameSync(present, `${folder}-set-aside`);
  renameSync(later, present);
  server = await startLocalPostgres({ dataDir });
  expect(await lines()).toContain(9);
  expect(await lines()).not.toContain(10);
});

test('neither the present files nor a folder without a database is taken for files that were moved aside', async () => {
  const refused = 'has no database that a restore moved aside';
  await expect(startMovedAside({ dataDir, folder: server.dataDir })).rejects.toThrow(refused);
  await expect(startMovedAside({ dataDir, folder: join(root, 'cluster.before-none') })).rejects.toThrow(refused);
  await expect(readBackupTime(root)).rejects.toThrow('no whole backup');
});
