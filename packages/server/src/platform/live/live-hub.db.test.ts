import { newId, type PersonId } from '@tern/base/ids';
import type { LiveEvent } from '@tern/contracts/routes/live';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventQueue } from './event-queue.ts';
import { openLiveHub, type LiveHub } from './live-hub.ts';
import { notifyPeople, type Change } from './notify-people.ts';

let database: TestDatabase;
let hub: LiveHub;
const errors: unknown[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  hub = await openLiveHub({ db: database.asApi, url: database.apiUrl, onError: (error) => void errors.push(error) });
});
afterAll(async () => {
  await hub.close();
  await database.drop();
});

const notify = (...changes: readonly Change[]) => notifyPeople(database.asWorker.kysely, changes);
const open = (personId: PersonId, signal = new AbortController().signal, since?: Date) => {
  const opened = hub.subscribe(personId, signal, since).then((stream) => stream[Symbol.asyncIterator]());
  return async (): Promise<LiveEvent | 'end'> => {
    const { value, done } = await (await opened).next();
    return done === true ? 'end' : value;
  };
};

test('begins with ready and passes on what concerns the person, and nothing of others', async () => {
  const [anna, ben] = [newId<PersonId>(), newId<PersonId>()];
  const [nextOfAnna, nextOfBen] = [open(anna), open(ben)];
  expect(await nextOfAnna()).toEqual({ topic: 'ready', ref: null });
  expect(await nextOfBen()).toEqual({ topic: 'ready', ref: null });
  await notify({ personId: anna, topic: 'balances', ref: 'wallet 1' });
  await notify({ personId: ben, topic: 'records', ref: 'record 9' });
  expect(await nextOfAnna()).toEqual({ topic: 'balances', ref: 'wallet 1' });
  expect(await nextOfBen()).toEqual({ topic: 'records', ref: 'record 9' });
});

test('says nothing of a transaction that was rolled back', async () => {
  const anna = newId<PersonId>();
  const next = open(anna);
  await next();
  const failing = database.asWorker.kysely.transaction().execute(async (tx) => {
    await notifyPeople(tx, [{ personId: anna, topic: 'balances', ref: 'never' }]);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await notify({ personId: anna, topic: 'records', ref: 'after' });
  expect(await next()).toEqual({ topic: 'records', ref: 'after' });
});

test('says that nothing has changed to whom nothing was announced in the minute before their first answer', async () => {
  const [anna, ben, carla] = [newId<PersonId>(), newId<PersonId>(), newId<PersonId>()];
  const begin = (personId: PersonId, sinceMs: number) => open(personId, undefined, new Date(sinceMs))();
  // As if a minute had passed since this hub began to listen.
  const firstMs = Date.now() + 60_000;
  const next = open(carla);
  await next();
  await notify({ personId: anna, topic: 'balances', ref: 'wallet 1' }, { personId: carla, topic: 'account' });
  await next();
  expect(await begin(ben, firstMs)).toEqual({ topic: 'ready', ref: 'unchanged' });
  expect(await begin(anna, firstMs)).toEqual({ topic: 'ready', ref: null });
  expect(await begin(ben, firstMs - 600_000)).toEqual({ topic: 'ready', ref: null });
  expect(await open(ben)()).toEqual({ topic: 'ready', ref: null });
});

test('tells everybody of a new block', async () => {
  const next = [newId<PersonId>(), newId<PersonId>()].map((person) => open(person));
  await Promise.all(next.map((read) => read()));
  await sql`SELECT pg_notify('chain', '4711')`.execute(database.asWorker.kysely);
  expect(await Promise.all(next.map((read) => read()))).toEqual([
    { topic: 'chain', ref: '4711' },
    { topic: 'chain', ref: '4711' },
  ]);
});

test('F-M2 has every screen read anew after the connection was lost', async () => {
  const anna = newId<PersonId>();
  const next = open(anna);
  await next();
  await database.db.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'listen' AND datname = current_database()",
  );
  expect(await next()).toEqual({ topic: 'ready', ref: null });
  // Nor does it claim to know what was said meanwhile.
  const beforeMs = Date.now() - 1_000;
  const sinceBefore = open(newId<PersonId>(), undefined, new Date(beforeMs + 60_000));
  expect(await sinceBefore()).toEqual({ topic: 'ready', ref: null });
  await notify({ personId: anna, topic: 'account' });
  expect(await next()).toEqual({ topic: 'account', ref: null });
  errors.length = 0;
});

test('reports and passes over an announcement that is not ours', async () => {
  const anna = newId<PersonId>();
  const next = open(anna);
  await next();
  await database.db.pool.query("SELECT pg_notify('live', 'nonsense')");
  await notify({ personId: anna, topic: 'account' });
  expect(await next()).toEqual({ topic: 'account', ref: null });
  expect(errors).toHaveLength(1);
});

test('ends when the reader leaves and when the hub closes', async () => {
  const leaving = new AbortController();
  const next = open(newId<PersonId>(), leaving.signal);
  await next();
  leaving.abort();
  expect(await next()).toBe('end');

  const other = await openLiveHub({ db: database.asApi, url: database.apiUrl, onError: () => undefined });
  const stream = await other.subscribe(newId<PersonId>(), new AbortController().signal);
  const iterator = stream[Symbol.asyncIterator]();
  await iterator.next();
  await other.close();
  expect(await iterator.next()).toEqual({ done: true, value: undefined });
  const late = await other.subscribe(newId<PersonId>(), new AbortController().signal);
  expect((await late[Symbol.asyncIterator]().next()).done).toBe(true);
});

test('ends the oldest of more than twenty streams of one person', async () => {
  const anna = newId<PersonId>();
  const streams: ReturnType<typeof open>[] = [];
  for (let each = 0; each < 21; each += 1) {
    const next = open(anna);
    await next();
    streams.push(next);
  }
  const [oldest, second] = streams;
  expect(await oldest?.()).toBe('end');
  await notify({ personId: anna, topic: 'account' });
  expect(await second?.()).toEqual({ topic: 'account', ref: null });
});

test('F-M1 keeps the same news once and turns a flood into one word to read everything anew', async () => {
  const queue = eventQueue();
  for (let block = 0; block < 1000; block += 1) queue.push({ topic: 'chain', ref: String(block) });
  for (let each = 0; each < 10; each += 1) queue.push({ topic: 'balances', ref: 'wallet' });
  queue.end();
  const quiet: LiveEvent[] = [];
  for await (const event of queue) quiet.push(event);
  expect(quiet).toEqual([
    { topic: 'chain', ref: '999' },
    { topic: 'balances', ref: 'wallet' },
  ]);

  const flooded = eventQueue();
  for (let each = 0; each < 65; each += 1) flooded.push({ topic: 'records', ref: String(each) });
  flooded.end();
  const events: LiveEvent[] = [];
  for await (const event of flooded) events.push(event);
  expect(events).toEqual([{ topic: 'ready', ref: null }]);
});
