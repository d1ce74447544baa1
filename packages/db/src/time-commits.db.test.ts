import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalPostgres, type LocalPostgres } from '@tern/local-postgres/start-local-postgres';
import { startStandby, type Standby } from '@tern/local-postgres/start-standby';
import { until } from '@tern/testkit/system/until';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database } from './database.ts';
import { readStandbys } from './read-standbys.ts';
import { openCommitTimes } from './time-commits.ts';

// Goal: a standby that is there and slow is seen by a process, with its own login. Method: a second server that every commit
// waits for, whose receiving process is stopped and goes on later.
let root = '';
let primary: LocalPostgres;
let standby: Standby;
let asRole: Database;
let owner: pg.Client;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'commit-times-'));
  chmodSync(root, 0o711);
  primary = await startLocalPostgres({ dataDir: join(root, 'primary') });
  owner = new pg.Client({ connectionString: primary.url });
  await owner.connect();
  await owner.query("CREATE ROLE somebody LOGIN PASSWORD 'secret'");
  const url = new URL(primary.url);
  url.username = 'somebody';
  url.password = 'secret';
  asRole = openDatabase({ url: url.href, applicationName: 'test', poolMax: 3 });
  standby = await startStandby({
    primary: { ...primary, dataDir: join(root, 'primary') },
    dataDir: join(root, 'standby'),
    name: 'second',
  });
  await owner.query("ALTER SYSTEM SET synchronous_standby_names = 'second'");
  await owner.query('SELECT pg_reload_conf()');
  await until('commits wait for it', async () => {
    const { rows } = await owner.query("SELECT FROM pg_stat_replication WHERE sync_state = 'sync'");
    return rows.length === 1;
  });
}, 120_000);
afterAll(async () => {
  await asRole.close();
  await owner.end();
  await standby.stop();
  await primary.destroy();
  await rm(root, { recursive: true, force: true });
});

/** The process of the standby that takes the log in. */
async function findReceiver(): Promise<number> {
  const client = new pg.Client({ connectionString: standby.url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pid FROM pg_stat_wal_receiver');
  await client.end();
  return rows[0]?.pid ?? 0;
}

async function countMeasured(): Promise<number> {
  const { rows } = await owner.query("SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
  return rows.length;
}

test('a commit that is confirmed in time has waited for nobody; it takes a moment all the same', async () => {
  const times = await openCommitTimes(asRole, { patienceMs: 60_000 })();
  expect(times.standbySeconds).toBe(0);
  expect(times.seconds).toBeGreaterThan(0);
});

test('CL6 a standby that is connected and slow is seen, by one commit however often is asked, until it is quick again', async () => {
  const measure = openCommitTimes(asRole, { patienceMs: 300, memoryMs: 5_000 });
  const receiver = await findReceiver();
  process.kill(receiver, 'SIGSTOP');
  try {
    const slow = await until('a wait of a second', async () => {
      const times = await measure();
      return times.standbySeconds > 1 && times;
    });
    expect(slow.seconds).toBeGreaterThan(1);
    expect(await countMeasured()).toBe(1);
    // This is all that was known before.
    expect(await readStandbys(asRole.kysely)).toEqual({ awaited: true, attached: 1 });
  } finally {
    process.kill(receiver, 'SIGCONT');
  }
  await until('nobody waits', async () => (await countMeasured()) === 0);
  // A look may fall between two waits.
  expect((await measure()).standbySeconds).toBeGreaterThan(1);
  await until('it is forgotten', async () => (await measure()).standbySeconds === 0);
});

test('CL6 a wait is seen as long as it is where every other connection hangs in a commit', async () => {
  const measure = openCommitTimes(asRole, { patienceMs: 1_200 });
  const receiver = await findReceiver();
  process.kill(receiver, 'SIGSTOP');
  const hung = Array.from({ length: 2 }, () => asRole.pool.query("SELECT pg_logical_emit_message(true, 'wallet', '')"));
  try {
    await until('both wait', async () => (await countMeasured()) === 2);
    expect((await measure()).standbySeconds).toBeGreaterThan(1);
  } finally {
    process.kill(receiver, 'SIGCONT');
  }
  await Promise.all(hung);
});
