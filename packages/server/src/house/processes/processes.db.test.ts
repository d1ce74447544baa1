import { manualClock } from '@tern/base/clock';
import type { Database } from '@tern/db/database';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { until } from '@tern/testkit/system/until';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteOldBeats, endBeats, keepBeat, selectProcesses, type Beat } from './beat-store.ts';
import { noteReading } from './note-reading.ts';
import { startBeating } from './start-beating.ts';

// Goal: whoever looks at the first page sees which processes live and which do not, and nobody but a process says that it lives.
// Method: the logins of the processes, and time that has passed since they reported.
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => sql`TRUNCATE process_beats`.execute(database.db.kysely));
afterAll(() => database.drop());

const report = (process: Database, beat: Partial<Beat> = {}) =>
  keepBeat(process.kysely, { place: 'one:1', isFirst: false, metricsReadMsAgo: undefined, told: [], ...beat });
/** What is seen, as `process place state`. */
const seen = async (): Promise<readonly string[]> =>
  (await selectProcesses(database.asConsole.kysely)).map(({ process, place, state }) => `${process} ${place} ${state}`);
const letPass = (time: string, where = sql`true`) =>
  sql`UPDATE process_beats SET beat_at = beat_at - ${time}::interval, started_at = started_at - ${time}::interval
       WHERE ${where}`.execute(database.db.kysely);

test('what reports lives, by the name of its login, and what does not report for a minute is silent', async () => {
  for (const process of [database.asApi, database.asWorker, database.asConsole]) await report(process);
  expect(await seen()).toEqual(['api one:1 live', 'console one:1 live', 'worker one:1 live']);
  await letPass('50 seconds', sql`process = 'worker'`);
  expect(await seen()).toContain('worker one:1 live');
  await letPass('11 seconds', sql`process = 'worker'`);
  expect(await seen()).toEqual(['api one:1 live', 'console one:1 live', 'worker one:1 silent']);
  // It started again in its place.
  await report(database.asWorker, { isFirst: true });
  expect(await seen()).toContain('worker one:1 live');
});

test('of several of a kind, the one that fell silent counts for an hour; the last of its kind counts until it is back', async () => {
  await report(database.asWorker, { place: 'one:1' });
  await letPass('2 minutes');
  await report(database.asWorker, { place: 'two:1' });
  expect(await seen()).toEqual(['worker one:1 silent', 'worker two:1 live']);
  await letPass('1 hour', sql`place = 'one:1'`);
  expect(await seen()).toEqual(['worker two:1 live']);
  await letPass('3 days');
  expect(await seen()).toEqual(['worker two:1 silent']);
  expect([await deleteOldBeats(database.asWorker.kysely), await deleteOldBeats(database.asWorker.kysely)]).toEqual([
    1, 0,
  ]);
  expect(await seen()).toEqual(['worker two:1 silent']);
});

test('where one was killed, another of its kind that was stopped after it does not count beside it', async () => {
  await report(database.asWorker, { place: 'one:1' });
  await report(database.asWorker, { place: 'two:1' });
  await endBeats(database.asWorker.kysely, 'two:1');
  await letPass('2 minutes', sql`place = 'one:1'`);
  expect(await seen()).toEqual(['worker one:1 silent']);
  await letPass('1 hour', sql`place = 'one:1'`);
  expect(await seen()).toEqual(['worker two:1 stopped']);
});

test('a process reports from its start until it is told to end, and says so then; its last reading outlives it', async () => {
  const clock = manualClock(new Date('2026-11-01T00:00:00Z'));
  const reading = noteReading(clock);
  const told = [{ name: 'wallet_step_failures', labels: { step: 'reconcile' }, value: 7 }];
  const start = () =>
    startBeating({
      db: database.asWorker,
      place: 'one:1',
      metricsReadMsAgo: reading.msAgo,
      told: () => Promise.resolve(told),
      onFault: (error) => expect.unreachable(String(error)),
      everyMs: 20,
    });
  const running = start();
  const find = async () => (await selectProcesses(database.asConsole.kysely))[0];
  const first = await until('the first beat', find);
  expect(first).toMatchObject({ state: 'live', metricsReadAt: null, metricsUnreadSeconds: null, told });
  reading.note();
  clock.advance(90_000);
  const read = await until('a reading', async () => {
    const found = await find();
    return found?.metricsReadAt === null ? undefined : found;
  });
  expect(Math.round(Number(read?.metricsUnreadSeconds))).toBe(90);
  expect(read?.beatAt.getTime()).toBeGreaterThan(first?.beatAt.getTime() ?? 0);
  expect(read?.startedAt).toEqual(first?.startedAt);
  await running.stop();
  expect(await find()).toMatchObject({ state: 'stopped', told: [] });
  await report(database.asWorker, { place: 'two:1' });
  expect(await seen()).toEqual(['worker two:1 live']);
  // Nobody has read anything since this start: what was read before it still counts.
  await report(database.asWorker, { isFirst: true });
  const again = await find();
  expect([again?.place, again?.state]).toEqual(['one:1', 'live']);
  expect(again?.metricsReadAt).not.toBeNull();
  expect(again?.startedAt.getTime()).toBeGreaterThan(first?.startedAt.getTime() ?? 0);
});

test('a beat that fails is told, and the next one is tried', async () => {
  const faults: unknown[] = [];
  let tries = 0;
  const running = startBeating({
    db: database.asApi,
    place: 'one:1',
    metricsReadMsAgo: () => undefined,
    told: () => ((tries += 1) === 1 ? Promise.reject(new Error('no disk')) : Promise.resolve([])),
    onFault: (error) => void faults.push(error),
    everyMs: 5,
  });
  await until('a beat', async () => (await seen()).length > 0);
  await running.stop();
  expect(faults).toEqual([new Error('no disk')]);
});

test('no process speaks for another kind, keeps its row alive or takes it away; the worker takes old ones', async () => {
  await report(database.asWorker);
  await letPass('2 hours');
  for (const other of [database.asApi, database.asConsole]) {
    const { kysely } = other;
    await expect(sql`UPDATE process_beats SET beat_at = clock_timestamp()`.execute(kysely)).rejects.toThrow(
      'does not speak',
    );
    await expect(sql`DELETE FROM process_beats`.execute(kysely)).rejects.toThrow('does not speak');
    await expect(
      sql`INSERT INTO process_beats (process, place) VALUES ('worker', 'two:1')`.execute(kysely),
    ).rejects.toThrow('permission denied');
  }
  await report(database.asApi);
  await letPass('23 hours');
  await expect(sql`DELETE FROM process_beats`.execute(database.asWorker.kysely)).rejects.toThrow('does not speak');
  await letPass('2 hours');
  await sql`DELETE FROM process_beats`.execute(database.asWorker.kysely);
  expect(await seen()).toEqual([]);
});
