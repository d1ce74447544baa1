import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalPostgres, type LocalPostgres } from '@tern/local-postgres/start-local-postgres';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database } from './database.ts';
import { readStandbys } from './read-standbys.ts';
import { transact } from './transact.ts';
import { isDatabaseAway } from './violations.ts';

// Goal: nothing is taken for confirmed that a cluster can lose. Method: a leader whose standby never comes, so that every
// commit waits, and somebody who cancels the wait as an operator does who sees it hang.
let root = '';
let leader: LocalPostgres;
let db: Database;
let operator: pg.Client;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'commits-'));
  chmodSync(root, 0o711);
  leader = await startLocalPostgres({ dataDir: join(root, 'leader') });
  operator = new pg.Client({ connectionString: leader.url });
  await operator.connect();
  await operator.query('CREATE TABLE payments (id int CONSTRAINT payments_pkey PRIMARY KEY)');
  await operator.query("ALTER SYSTEM SET synchronous_standby_names = 'never'");
  await operator.query('SELECT pg_reload_conf()');
  db = openDatabase({ url: leader.url, applicationName: 'wallet', poolMax: 1 });
});
afterAll(async () => {
  await db.close();
  await operator.end();
  await leader.destroy();
  await rm(root, { recursive: true, force: true });
});

/** Cancels whoever waits for the standby, as soon as somebody does. */
async function cancelWait(): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await operator.query<{ cancelled: boolean }>(
          "SELECT pg_cancel_backend(pid) AS cancelled FROM pg_stat_activity WHERE wait_event = 'SyncRep'",
        );
        return rows.length;
      },
      { timeout: 20_000, interval: 20 },
    )
    .toBe(1);
}

test('CL1 a commit that the standby may not have is no success, in a transaction, alone and on the pool', async () => {
  const add = (id: number) => sql`INSERT INTO payments (id) VALUES (${id})`;
  for (const pay of [
    () => transact(db, (tx) => add(1).execute(tx)),
    () => add(2).execute(db.kysely),
    () => db.pool.query('INSERT INTO payments (id) VALUES ($1)', [3]),
  ]) {
    const paid = pay().then(
      () => 'confirmed',
      (error: unknown) => error,
    );
    await cancelWait();
    const said = await paid;
    expect(said).toMatchObject({ name: 'UnreplicatedCommit', code: '40003' });
    expect(isDatabaseAway(said)).toBe(true);
  }
  // The leader has all three: whoever asks again under the same key finds them.
  const { rows } = await sql<{ id: number }>`SELECT id FROM payments ORDER BY id`.execute(db.kysely);
  expect(rows.map(({ id }) => id)).toEqual([1, 2, 3]);
});

test('CL2 a server that leads no more is away, and its connection is not used again', async () => {
  const pid = async (): Promise<number> =>
    (await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db.kysely)).rows[0]?.pid ?? 0;
  const before = await pid();
  await db.pool.query('SET default_transaction_read_only = on');
  const refused: unknown = await sql`INSERT INTO payments (id) VALUES (9)`.execute(db.kysely).catch((error) => error);
  expect(refused).toMatchObject({ code: '25006' });
  expect(isDatabaseAway(refused)).toBe(true);
  expect(await pid()).not.toBe(before);
});

test('CL5 whoever asks sees that commits wait for a standby and that none is there', async () => {
  expect(await readStandbys(db.kysely)).toEqual({ awaited: true, attached: 0 });
});
