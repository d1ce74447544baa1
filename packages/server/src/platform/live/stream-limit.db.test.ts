import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { newId, type PersonId } from '@tern/base/ids';
import { openDatabase } from '@tern/db/database';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { StreamOrder, StreamReport } from './testing/hold-streams.ts';

// Goal: twenty streams of a person, exactly, however they come. Method: real processes with a hub each, over one database;
// each counts the streams that have not ended.
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const processes: ChildProcess[] = [];
afterEach(async () => {
  for (const child of processes.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});

const hear = async (child: ChildProcess): Promise<StreamReport> => {
  const [report] = (await once(child, 'message')) as [StreamReport];
  return report;
};

async function startProcess(): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('./testing/hold-streams.ts', import.meta.url)), [database.apiUrl]);
  processes.push(child);
  await hear(child);
  return child;
}

const tell = (child: ChildProcess, order: StreamOrder): Promise<StreamReport> => {
  const heard = hear(child);
  child.send(order);
  return heard;
};

const openMany = (child: ChildProcess, personId: PersonId, count: number) => tell(child, { open: { personId, count } });

/** Streams that are open in all processes together, as their readers see it. */
async function countOpen(children: readonly ChildProcess[]): Promise<number> {
  const reports = await Promise.all(children.map((child) => tell(child, 'count')));
  return reports.reduce((sum, { open }) => sum + open, 0);
}

const expectOpen = (children: readonly ChildProcess[], count: number) =>
  vi.waitFor(async () => expect(await countOpen(children)).toBe(count), { timeout: 60_000 });

test('X01 of 2,000 streams that one process opens at once twenty stay', async () => {
  const child = await startProcess();
  await openMany(child, newId<PersonId>(), 2_000);
  await expectOpen([child], 20);
});

test('X01 of 900 streams that three processes open at once twenty stay, in all of them together', async () => {
  const children = await Promise.all([startProcess(), startProcess(), startProcess()]);
  const personId = newId<PersonId>();
  await Promise.all(children.map((child) => openMany(child, personId, 300)));
  await expectOpen(children, 20);
});

test('X01 the streams of a process that was killed are free at once, and no other one ends for them', async () => {
  const [first, second] = [await startProcess(), await startProcess()];
  const personId = newId<PersonId>();
  await openMany(first, personId, 8);
  await openMany(second, personId, 12);
  second.kill('SIGKILL');
  await once(second, 'exit');
  // The server sees the closed connection on its own time.
  await vi.waitFor(
    async () => {
      const { rows } = await sql`SELECT FROM pg_stat_activity a JOIN live_streams s ON s.holder = connection_name(a)
        WHERE s.person_id = ${personId} GROUP BY s.holder`.execute(database.db.kysely);
      expect(rows).toHaveLength(1);
    },
    { timeout: 60_000 },
  );
  await openMany(first, personId, 12);
  await expectOpen([first], 20);
  await openMany(first, personId, 1);
  await expectOpen([first], 20);
});

test('X01 twenty people with twenty streams each keep all of them', async () => {
  const child = await startProcess();
  await Promise.all(Array.from({ length: 20 }, () => openMany(child, newId<PersonId>(), 20)));
  await expectOpen([child], 400);
});

test('a process that listens on a new connection keeps its streams, and ends those that gave way meanwhile', async () => {
  const [first, second] = [await startProcess(), await startProcess()];
  const personId = newId<PersonId>();
  await openMany(first, personId, 20);
  await database.db.pool.query(
    `SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a JOIN live_streams s ON s.holder = connection_name(a)
      WHERE s.person_id = $1 GROUP BY a.pid`,
    [personId],
  );
  await openMany(second, personId, 5);
  await vi.waitFor(async () => expect(await countOpen([first, second])).toBeLessThanOrEqual(20), { timeout: 60_000 });
  await openMany(second, personId, 20);
  await expectOpen([first, second], 20);
});

test('X01 streams that are taken along while their person opens another one are either counted or announced', async () => {
  const [personId, streamId] = [newId<PersonId>(), randomUUID()];
  await sql`INSERT INTO live_streams (id, person_id, holder) VALUES (${streamId}::uuid, ${personId}, 'gone')`.execute(
    database.db.kysely,
  );
  const mover = await database.asApi.pool.connect();
  const later = openDatabase({ url: database.apiUrl, applicationName: 'later', poolMax: 1 });
  try {
    await mover.query('BEGIN');
    await mover.query('SELECT FROM live_streams WHERE id = $1 FOR UPDATE', [streamId]);
    const opened = database.asApi.pool.query<{ told: string[] }>(
      "SELECT open_live_stream(gen_random_uuid(), $1, 'another', 20) AS told",
      [personId],
    );
    // It has read which connections there are, and waits for the row.
    await vi.waitFor(async () => {
      const { rows } = await sql`SELECT FROM pg_stat_activity
        WHERE wait_event_type = 'Lock' AND query LIKE '%open_live_stream%'`.execute(database.db.kysely);
      expect(rows).toHaveLength(1);
    });
    const { rows: named } = await later.pool.query<{ name: string }>(
      'SELECT connection_name(a) AS name FROM pg_stat_activity a WHERE pid = pg_backend_pid()',
    );
    await mover.query('UPDATE live_streams SET holder = $1 WHERE id = $2', [named[0]?.name, streamId]);
    await mover.query('COMMIT');
    const told = (await opened).rows[0]?.told ?? [];
    const { rows: left } = await sql`SELECT FROM live_streams WHERE id = ${streamId}::uuid`.execute(database.db.kysely);
    expect(left.length === 1 || told.includes(streamId)).toBe(true);
  } finally {
    mover.release();
    await later.close();
  }
});

test('what a killed process left behind is forgotten when another one starts', async () => {
  const gone = await startProcess();
  const personId = newId<PersonId>();
  await openMany(gone, personId, 5);
  gone.kill('SIGKILL');
  await once(gone, 'exit');
  const left = () => sql`SELECT FROM live_streams WHERE person_id = ${personId}`.execute(database.db.kysely);
  await vi.waitFor(
    async () => {
      await startProcess();
      expect((await left()).rows).toEqual([]);
    },
    { timeout: 60_000 },
  );
});

test('a stream that its reader leaves is nobody’s any more', async () => {
  const child = await startProcess();
  const personId = newId<PersonId>();
  await openMany(child, personId, 7);
  await tell(child, 'leave');
  await vi.waitFor(
    async () => {
      const { rows } = await sql`SELECT FROM live_streams WHERE person_id = ${personId}`.execute(database.db.kysely);
      expect(rows).toEqual([]);
    },
    { timeout: 60_000 },
  );
});
