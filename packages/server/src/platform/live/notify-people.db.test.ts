import { newId, type PersonId } from '@tern/base/ids';
import { listen, type Listener } from '@tern/db/listen';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { notifyPeople, notifyPersonIn, type Change } from './notify-people.ts';

// Goal: what is announced is what was asked for, once, and only when it is true. Method: everything that reaches the
// channel is read in order up to a last word of the test's own.
let database: TestDatabase;
let listener: Listener;
let heard: unknown[] = [];
let whenEnded: () => void = () => undefined;
beforeAll(async () => {
  database = await createTestDatabase();
  listener = await listen({
    url: database.apiUrl,
    channels: ['live'],
    onNotify: (_channel, payload) => {
      if (payload === 'end') whenEnded();
      else heard.push(JSON.parse(payload));
    },
    onReconnect: () => undefined,
    onError: () => undefined,
  });
});
beforeEach(() => {
  heard = [];
});
afterAll(async () => {
  await listener.close();
  await database.drop();
});

const hear = async (): Promise<readonly unknown[]> => {
  const ended = new Promise<void>((resolve) => {
    whenEnded = resolve;
  });
  await sql`SELECT pg_notify('live', 'end')`.execute(database.asApi.kysely);
  await ended;
  return heard;
};
const [anna, ben] = [newId<PersonId>(), newId<PersonId>()];
const told = ({ personId, topic, ref = '' }: Change) => ({ personId, topic, ref: ref === '' ? null : ref });

test('tells each person of each of their changes, in order and each once', async () => {
  const changes: readonly Change[] = [
    { personId: anna, topic: 'balances', ref: 'wallet 1' },
    { personId: ben, topic: 'balances' },
    { personId: anna, topic: 'records', ref: 'record 9' },
    { personId: anna, topic: 'account' },
  ];
  await database.asApi.kysely.transaction().execute(async (tx) => {
    await notifyPeople(tx, changes);
    await notifyPeople(tx, changes.slice(0, 2));
  });
  expect(await hear()).toEqual(changes.map(told));
});

test('tells nothing where nothing changed, and nothing of a transaction that was rolled back', async () => {
  await notifyPeople(database.asWorker.kysely, []);
  const failing = database.asWorker.kysely.transaction().execute(async (tx) => {
    await notifyPeople(tx, [{ personId: anna, topic: 'account' }]);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(await hear()).toEqual([]);
});

test('tells those whom only the statement knows', async () => {
  await sql`
    SELECT ${notifyPersonIn('person_id', 'messages')} FROM unnest(${[anna, ben]}::uuid[]) AS written (person_id)`.execute(
    database.asApi.kysely,
  );
  expect(await hear()).toEqual([anna, ben].map((personId) => told({ personId, topic: 'messages' })));
});
