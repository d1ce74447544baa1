import { randomUUID } from 'node:crypto';
import { newId, type MessageId, type PersonId, type RecordId } from '@tern/base/ids';
import { listen } from '@tern/db/listen';
import { transact } from '@tern/db/transact';
import { units } from '@tern/money/units';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSession } from '../sessions/testing/open-test-session.ts';
import { insertMessages, upsertMuted } from './message-store.ts';
import type { News } from './public.ts';

// Goal: everybody's open screens hear of a message, and devices are pointed at theirs. Method: people with and without a device,
// of whom some mute what they are told; everything on the channel is read up to a last word of the test's own.
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const newsOf = (personId: PersonId): News => ({
  personId,
  about: 'record',
  event: 'received',
  recordId: newId<RecordId>(),
  assetId: 'usdt',
  amount: units(5n),
});

async function person({ device, mutes }: { readonly device: boolean; readonly mutes: boolean }): Promise<PersonId> {
  const personId = newId<PersonId>();
  if (device) {
    await sql`
      INSERT INTO people (id, public_id, invite_code, terms_accepted_at, created_at)
      VALUES (${personId}, ${String(10_000_000 + (made += 1))}, ${`ABCDEFG${made + 1}`}, now(), now())`.execute(
      database.db.kysely,
    );
    const { sessionId } = await openTestSession(database.db, personId);
    await sql`
      INSERT INTO push_subscriptions (id, person_id, session_id, endpoint, p256dh, auth, hide_amounts)
      VALUES (${randomUUID()}, ${personId}, ${sessionId}, ${`https://push.test/${personId}`}, ${Buffer.alloc(65)},
        ${Buffer.alloc(16)}, false)`.execute(database.db.kysely);
  }
  if (mutes) await upsertMuted(database.asApi.kysely, personId, ['transfers']);
  return personId;
}
let made = 0;

test('screens of all hear of a message, and only devices of those who do not mute it are pointed at', async () => {
  const heard: string[] = [];
  const ended = Promise.withResolvers<undefined>();
  const listener = await listen({
    url: database.apiUrl,
    channels: ['live'],
    onNotify: (_channel, payload) => (payload === 'end' ? ended.resolve(undefined) : heard.push(payload)),
    onReconnect: () => undefined,
    onError: () => undefined,
  });
  const without = await person({ device: false, mutes: false });
  const muting = await person({ device: true, mutes: true });
  const pointed = await person({ device: true, mutes: false });
  const write = (people: readonly PersonId[]) =>
    transact(database.asWorker, (tx) =>
      insertMessages(
        tx,
        people.map((personId) => ({ id: newId<MessageId>(), news: newsOf(personId) })),
      ),
    );
  // Nobody has a device, and then all are together.
  expect(await write([without])).toEqual([]);
  expect(await write([without, muting, pointed])).toMatchObject([
    { personId: pointed, event: 'received', amount: '5' },
  ]);
  await sql`SELECT pg_notify('live', 'end')`.execute(database.asApi.kysely);
  await ended.promise;
  await listener.close();
  const told = (personId: PersonId) => ({ personId, topic: 'messages', ref: null });
  expect(heard.map((payload) => JSON.parse(payload))).toHaveLength(4);
  expect(heard.map((payload) => JSON.parse(payload))).toEqual(
    expect.arrayContaining([told(without), told(muting), told(pointed)]),
  );
});
