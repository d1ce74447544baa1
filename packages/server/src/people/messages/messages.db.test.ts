import { randomUUID } from 'node:crypto';
import { newId, type MessageId, type PersonId, type RecordId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { units } from '@tern/money/units';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSession } from '../sessions/testing/open-test-session.ts';
import { listMessages } from './list-messages.ts';
import { countUnread, deleteMessages, selectMuted, upsertMuted } from './message-store.ts';
import { writeMessages, type News } from './public.ts';
import { readMessages } from './read-messages.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const newPerson = () => newId<PersonId>();
const received = (personId: PersonId, recordId = newId<RecordId>()): News => ({
  personId,
  about: 'record',
  event: 'received',
  recordId,
  assetId: 'usdt',
  amount: units(500_000_000n),
});
const write = (...news: News[]) => transact(database.asWorker, (tx) => writeMessages(tx, news));
const list = (personId: PersonId, cursor?: string) =>
  listMessages(database.asApi.kysely, { personId, kind: undefined, cursor });

test('the same news is told once, however often and in parallel it is written', async () => {
  const person = newPerson();
  const news = received(person);
  await Promise.all(Array.from({ length: 20 }, () => write(news, news)));
  const { messages } = await list(person);
  expect(messages).toMatchObject([
    { about: 'record', event: 'received', assetId: 'usdt', amount: '500000000', read: false },
  ]);
});

test('X14 what only a later version can tell is left out, and everything else is told', async () => {
  const person = newPerson();
  await write(received(person), received(person));
  const [latest] = (await list(person)).messages;
  await database.db.kysely
    .updateTable('messages')
    .set({ event: 'told-by-the-next' })
    .where('id', '=', latest?.id ?? newId<MessageId>())
    .execute();
  expect((await list(person)).messages).toMatchObject([{ event: 'received' }]);
  expect(await countUnread(database.asApi.kysely, person)).toBe(1);
});

test('X14 what 2.1.0 cannot tell is kept out of what it reads, and listed, counted, marked, switched off and erased with the rest', async () => {
  const session = await openTestSession(database.db);
  const person = session.personId;
  const reached = (): News => ({
    personId: person,
    about: 'price',
    event: 'price-above',
    settingId: randomUUID(),
    assetId: 'trx',
    unit: 'usdt',
    target: '0.4',
    price: '0.41',
  });
  const first = reached();
  await write(received(person), first);
  await write(first, {
    personId: person,
    about: 'account',
    event: 'site-connected',
    securityEventId: newId<RecordId>(),
  });
  const eventsIn = async (table: string): Promise<unknown> =>
    (
      await database.db.pool.query(`SELECT event, read_at IS NOT NULL AS read FROM ${table} WHERE person_id = $1`, [
        person,
      ])
    ).rows;
  expect(await eventsIn('messages')).toEqual([{ event: 'received', read: false }]);
  expect((await list(person)).messages.map(({ event }) => event).toSorted()).toEqual([
    'price-above',
    'received',
    'site-connected',
  ]);
  expect(await countUnread(database.asApi.kysely, person)).toBe(3);
  expect(await readMessages(database.asApi, session, 'all')).toBe(3);

  await upsertMuted(database.asApi.kysely, person, ['rewards', 'prices']);
  const { rows } = await database.db.pool.query('SELECT muted FROM message_settings WHERE person_id = $1', [person]);
  expect(rows).toEqual([{ muted: ['rewards'] }]);
  expect(await selectMuted(database.asApi.kysely, person)).toEqual(['rewards', 'prices']);
  await write(reached());
  expect(await countUnread(database.asApi.kysely, person)).toBe(0);

  await transact(database.asWorker, (tx) => deleteMessages(tx, person));
  expect(await eventsIn('all_messages')).toEqual([]);
});

test('without what it tells of no message exists', async () => {
  const person = newPerson();
  const failing = transact(database.asWorker, async (tx) => {
    await writeMessages(tx, [received(person)]);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect((await list(person)).messages).toEqual([]);
});

test('M08 nobody reads, counts or marks the messages of somebody else', async () => {
  const [owner, session] = [newPerson(), await openTestSession(database.db)];
  const stranger = session.personId;
  await write(received(owner));
  const [message] = (await list(owner)).messages;
  expect((await list(stranger, message?.id)).messages).toEqual([]);
  expect(await readMessages(database.asApi, session, message?.id ?? newId<MessageId>())).toBe(0);
  expect(await readMessages(database.asApi, session, 'all')).toBe(0);
  expect(await countUnread(database.asApi.kysely, owner)).toBe(1);
});

test('one message is marked, then all; the count follows', async () => {
  const session = await openTestSession(database.db);
  const person = session.personId;
  await write(received(person), received(person), received(person));
  const [first] = (await list(person)).messages;
  expect(await readMessages(database.asApi, session, first?.id ?? newId<MessageId>())).toBe(1);
  expect(await countUnread(database.asApi.kysely, person)).toBe(2);
  expect(await readMessages(database.asApi, session, 'all')).toBe(2);
  expect(await countUnread(database.asApi.kysely, person)).toBe(0);
});

test('a muted kind still arrives, but read; security is never muted', async () => {
  const person = newPerson();
  await upsertMuted(database.asApi.kysely, person, ['transfers']);
  await write(received(person), {
    personId: person,
    about: 'account',
    event: 'trade-password-set',
    securityEventId: newId<RecordId>(),
  });
  const { messages } = await list(person);
  expect(messages.map(({ kind, read }) => [kind, read]).toSorted()).toEqual([
    ['security', false],
    ['transfers', true],
  ]);
  await expect(upsertMuted(database.asApi.kysely, person, ['security'])).rejects.toThrow(
    'message_settings_muted_check',
  );
});

test('pages of thirty follow each other without a gap or a repetition', async () => {
  const person = newPerson();
  await write(...Array.from({ length: 65 }, () => received(person)));
  const seen: string[] = [];
  let cursor: string | undefined;
  const sizes: number[] = [];
  do {
    const page = await list(person, cursor);
    seen.push(...page.messages.map(({ id }) => id));
    sizes.push(page.messages.length);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(sizes).toEqual([30, 30, 5]);
  expect(new Set(seen).size).toBe(65);
});

test('X07 the worker can write messages, and erase them with an account, but never change what it wrote', async () => {
  const person = newPerson();
  await write(received(person));
  await expect(database.asWorker.pool.query('UPDATE messages SET event = event')).rejects.toThrow('permission denied');
});
