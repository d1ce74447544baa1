import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId, type PersonId } from '@tern/base/ids';
import { openDatabase, type Database } from '@tern/db/database';
import { listen, type Listener } from '@tern/db/listen';
import { transact } from '@tern/db/transact';
import { startLocalPostgres } from '@tern/local-postgres/start-local-postgres';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { until } from '@tern/testkit/system/until';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { notifyPeople, type Change } from './notify-people.ts';

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

const changes: readonly Change[] = [
  { personId: anna, topic: 'balances', ref: 'wallet 1' },
  { personId: ben, topic: 'balances' },
  { personId: anna, topic: 'records', ref: 'record 9' },
  { personId: anna, topic: 'account' },
];

test('tells each person of each of their changes, in order and each once', async () => {
  await transact(database.asApi, async (tx) => {
    await notifyPeople(tx, changes);
    await notifyPeople(tx, changes.slice(0, 2));
  });
  expect(await hear()).toEqual(changes.map(told));
});

test('many transactions at once are told of in few statements, and nothing is left out', async () => {
  const people = Array.from({ length: 60 }, () => newId<PersonId>());
  await Promise.all(
    people.map((personId) => transact(database.asApi, (tx) => notifyPeople(tx, [{ personId, topic: 'balances' }]))),
  );
  const heardOf = new Set((await hear()).map((said) => (said as { readonly personId: string }).personId));
  expect(heardOf).toEqual(new Set<string>(people));
});

test('outside of such a transaction it is told with whatever transaction there is', async () => {
  await database.asApi.kysely.transaction().execute((tx) => notifyPeople(tx, changes));
  expect(await hear()).toEqual(changes.map(told));
  heard = [];
  await notifyPeople(database.asApi.kysely, changes);
  expect(await hear()).toEqual(changes.map(told));
});

test('tells nothing where nothing changed, and nothing of a transaction that was rolled back', async () => {
  await notifyPeople(database.asWorker.kysely, []);
  const failing = transact(database.asWorker, async (tx) => {
    await notifyPeople(tx, [{ personId: anna, topic: 'account' }]);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(await hear()).toEqual([]);
});

test('a transaction that tells commits while another one that notifies waits for a standby', async () => {
  const root = await mkdtemp(join(tmpdir(), 'notify-'));
  chmodSync(root, 0o711);
  const server = await startLocalPostgres({ dataDir: join(root, 'server') });
  const open = (name: string, options = ''): Database => {
    const url = new URL(server.url);
    if (options !== '') url.searchParams.set('options', options);
    return openDatabase({ url: url.href, applicationName: name, poolMax: 3 });
  };
  const [owner, waiting, local] = [
    open('owner', '-c synchronous_commit=local'),
    open('waiting'),
    open('local', '-c synchronous_commit=local'),
  ];
  try {
    await sql`CREATE TABLE rows (number int PRIMARY KEY)`.execute(owner.kysely);
    await sql`
      CREATE FUNCTION notify_person(person uuid, topic text, ref text) RETURNS void LANGUAGE sql
      AS $$ SELECT pg_notify('live', topic) $$`.execute(owner.kysely);
    await sql`ALTER SYSTEM SET synchronous_standby_names = 'nobody'`.execute(owner.kysely);
    await sql`SELECT pg_reload_conf()`.execute(owner.kysely);
    await until('the setting is taken', async () => {
      const { rows } = await sql<{
        names: string;
      }>`SELECT current_setting('synchronous_standby_names') AS names`.execute(waiting.kysely);
      return rows[0]?.names === 'nobody';
    });
    // It notifies in its own transaction, and holds what all others that notify have to wait for.
    const held = waiting.kysely.transaction().execute((tx) => notifyPeople(tx, changes));
    await until('it waits for the standby', async () => {
      const { rowCount } = await owner.pool.query("SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
      return rowCount === 1;
    });
    await transact(local, async (tx) => {
      await sql`INSERT INTO rows VALUES (1)`.execute(tx);
      await notifyPeople(tx, changes);
    });
    const { rows } = await sql`SELECT FROM rows`.execute(owner.kysely);
    expect(rows).toHaveLength(1);
    await sql`ALTER SYSTEM RESET synchronous_standby_names`.execute(owner.kysely);
    await sql`SELECT pg_reload_conf()`.execute(owner.kysely);
    await held;
  } finally {
    await Promise.all([owner, waiting, local].map((each) => each.close()));
    await server.destroy();
    await rm(root, { recursive: true, force: true });
  }
});
