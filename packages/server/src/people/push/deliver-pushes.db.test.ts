import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { systemClock } from '@tern/base/clock';
import { newId, type ConnectionRequestId, type PersonId, type RecordId, type SessionId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { units } from '@tern/money/units';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiSession } from '../../platform/api-context.ts';
import { writeMessages, type News } from '../messages/public.ts';
import { deliverPushes, type PushDeps } from './deliver-pushes.ts';
import { forgetPushes } from './forget-pushes.ts';
import { pushTransport } from './push-transport.ts';
import { queueRequestPush } from './queue-request-push.ts';
import { subscribe } from './subscribe.ts';
import { openPushService, type PushService } from './testing/push-service.ts';
import { openReceiver, type Receiver } from './testing/receiver.ts';
import { vapidKeys } from './vapid.ts';

let database: TestDatabase;
let service: PushService;
let deps: PushDeps;
const failures: unknown[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  service = await openPushService();
  deps = {
    db: database.asWorker,
    clock: systemClock,
    keys: vapidKeys([randomBytes(32)]),
    contact: 'mailto:wallet@example.org',
    assets: {
      usdt: { id: 'usdt', symbol: 'USDT', name: 'Tether USD', decimals: 6 },
      trx: { id: 'trx', symbol: 'TRX', name: 'TRON', decimals: 6 },
      reward: { id: 'reward', symbol: 'TWT', name: 'Testwallet', decimals: 18 },
    },
    send: pushTransport({ services: [service.url] }),
    onFailure: ({ error }) => void failures.push(error),
  };
});
afterAll(async () => {
  await service.close();
  await database.drop();
});
beforeEach(() => {
  service.arrived.length = 0;
  failures.length = 0;
});

type PushDevice = { readonly session: ApiSession; readonly path: string; readonly receiver: Receiver };

/** Somebody with one signed-in device that wants to be told. */
async function openPushDevice(hideAmounts = false, personId = newId<PersonId>()): Promise<PushDevice> {
  const session = { personId, sessionId: newId<SessionId>(), deviceId: randomUUID() } as ApiSession;
  const { pool } = database.db;
  await pool.query(
    `INSERT INTO people (id, public_id, invite_code, terms_accepted_at, created_at)
     VALUES ($1, $2, $3, now(), now()) ON CONFLICT (id) DO NOTHING`,
    [personId, String(randomInt(10_000_000, 100_000_000)), inviteCode()],
  );
  await pool.query(
    `INSERT INTO devices (id, person_id, token_hash, user_agent, registered, created_at, remembered_until)
     VALUES ($1, $2, $3, 'test', true, now(), now() + interval '90 days')`,
    [session.deviceId, personId, randomBytes(32)],
  );
  await pool.query(
    `INSERT INTO sessions (id, id_hash, person_id, device_id, proofs, ip, user_agent, created_at, seen_at, absolute_until)
     VALUES ($1, $2, $3, $4, '{password}', '10.0.0.1', 'test', now(), now(), now() + interval '30 days')`,
    [session.sessionId, randomBytes(32), personId, session.deviceId],
  );
  const device = { session, path: `/push/${randomUUID()}`, receiver: openReceiver() };
  await subscribeDevice(device, hideAmounts);
  return device;
}

const subscribeDevice = ({ session, path, receiver }: PushDevice, hideAmounts: boolean): Promise<void> =>
  subscribe({ db: database.asApi, services: [service.url] }, session, {
    endpoint: service.url + path,
    p256dh: Buffer.from(receiver.keys.p256dh).toString('base64url'),
    auth: Buffer.from(receiver.keys.auth).toString('base64url'),
    hideAmounts,
  });

const received = (personId: PersonId): News => ({
  personId,
  about: 'record',
  event: 'received',
  recordId: newId<RecordId>(),
  assetId: 'usdt',
  amount: units(12_500_000n),
});
const write = (...news: News[]): Promise<void> => transact(database.asWorker, (tx) => writeMessages(tx, news));
const deliver = (): Promise<number> => deliverPushes(deps, { limit: 50 });
const titlesOf = ({ receiver, path }: PushDevice): readonly unknown[] =>
  service.arrived
    .filter((each) => each.path === path)
    .map(({ body }) => (JSON.parse(receiver.decrypt(body)) as { title: string }).title);

test('each device is told once, however often the news is written and however many workers send', async () => {
  const open = await openPushDevice();
  const hidden = await openPushDevice(true, open.session.personId);
  const stranger = await openPushDevice();
  const news = received(open.session.personId);
  await Promise.all(Array.from({ length: 8 }, () => write(news)));
  await Promise.all(Array.from({ length: 8 }, deliver));
  await deliver();
  expect(titlesOf(open)).toEqual(['12.50 USDT received']);
  expect(titlesOf(hidden)).toEqual(['•••• USDT received']);
  expect(titlesOf(stranger)).toEqual([]);
  expect(service.arrived.map(({ key, claims }) => [key, claims.aud, claims.sub])).toEqual(
    [0, 1].map(() => [deps.keys.publicKey, service.url, 'mailto:wallet@example.org']),
  );
  expect(failures).toEqual([]);
});

test('without what it tells of nothing is sent, and a muted kind is not either', async () => {
  const device = await openPushDevice();
  const { personId } = device.session;
  const failing = transact(database.asWorker, async (tx) => {
    await writeMessages(tx, [received(personId)]);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await database.db.pool.query(`INSERT INTO message_settings (person_id, muted) VALUES ($1, '{transfers}')`, [
    personId,
  ]);
  await write(received(personId), {
    personId,
    about: 'account',
    event: 'trade-password-set',
    securityEventId: newId<RecordId>(),
  });
  await deliver();
  expect(titlesOf(device)).toEqual(['Your account']);
});

test('a browser that is gone is forgotten; what only failed is tried again under the same topic', async () => {
  const [gone, shaky] = [await openPushDevice(), await openPushDevice()];
  service.answers.set(gone.path, 410);
  service.answers.set(shaky.path, 500);
  await write(received(gone.session.personId), received(shaky.session.personId));
  await deliver();
  expect(await subscriptionsOf(gone)).toBe(0);
  expect(await subscriptionsOf(shaky)).toBe(1);
  expect(failures).toHaveLength(1);
  await deliver();
  expect(failures).toHaveLength(1);
  service.answers.delete(shaky.path);
  await sql`UPDATE push_outbox SET next_try_at = now() WHERE sent_at IS NULL`.execute(database.db.kysely);
  await deliver();
  expect(titlesOf(shaky)).toEqual(['12.50 USDT received']);
});

test('a worker that dies after sending sends under the same topic again, which shows once', async () => {
  const device = await openPushDevice();
  await write(received(device.session.personId));
  await deliver();
  await sql`UPDATE push_outbox SET sent_at = NULL, next_try_at = now()`.execute(database.db.kysely);
  await deliver();
  const topics = service.arrived.filter(({ path }) => path === device.path).map(({ topic }) => topic);
  expect(topics).toHaveLength(2);
  expect(new Set(topics).size).toBe(1);
  expect(topics[0]).toMatch(/^[\da-f]{32}$/);
});

test('with the session ends what its device is told, also what was waiting', async () => {
  const device = await openPushDevice();
  await write(received(device.session.personId));
  await database.db.pool.query(`UPDATE sessions SET ended_at = now(), end_reason = 'ended-elsewhere' WHERE id = $1`, [
    device.session.sessionId,
  ]);
  await deliver();
  expect(titlesOf(device)).toEqual([]);
  expect(await subscriptionsOf(device)).toBe(0);
});

test('that a site waits is told at once, and not once it waits no longer', async () => {
  const device = await openPushDevice();
  const { personId } = device.session;
  const ask = (): Promise<void> =>
    transact(database.asWorker, (tx) =>
      queueRequestPush(tx, { personId, requestId: newId<ConnectionRequestId>(), now: systemClock.now() }),
    );
  await ask();
  await deliver();
  expect(titlesOf(device)).toEqual(['A site is waiting for you']);
  expect(service.arrived.map(({ ttl, urgency }) => [Number(ttl) > 290 && Number(ttl) <= 300, urgency])).toEqual([
    [true, 'high'],
  ]);
  await ask();
  await sql`UPDATE push_outbox SET created_at = now() - interval '5 minutes' WHERE sent_at IS NULL`.execute(
    database.db.kysely,
  );
  await deliver();
  expect(titlesOf(device)).toHaveLength(1);
  expect(await deliver()).toBe(0);
});

test('another person on the same browser takes its place over', async () => {
  const first = await openPushDevice();
  const second = { ...(await openPushDevice()), path: first.path, receiver: first.receiver };
  await subscribeDevice(second, false);
  expect([await subscriptionsOf(first), await subscriptionsOf(second)]).toEqual([0, 1]);
});

test('W19 what is none of the push services, or no key of a browser, is refused', async () => {
  const device = await openPushDevice();
  const asked = {
    endpoint: service.url + device.path,
    p256dh: Buffer.from(device.receiver.keys.p256dh).toString('base64url'),
    auth: Buffer.from(device.receiver.keys.auth).toString('base64url'),
    hideAmounts: false,
  };
  for (const wrong of [
    { endpoint: 'http://169.254.169.254/latest' },
    { endpoint: 'http://127.0.0.1:1/push' },
    { p256dh: randomBytes(65).toString('base64url') },
    { auth: 'AAAA' },
  ]) {
    const refused = subscribe({ db: database.asApi, services: [service.url] }, device.session, { ...asked, ...wrong });
    await expect(refused).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  }
});

test('W19 a push service that leads elsewhere or whose name points inside is not followed', async () => {
  const device = await openPushDevice();
  service.answers.set(device.path, 302);
  await write(received(device.session.personId));
  await deliver();
  expect(failures).toMatchObject([{ message: 'the push service answered 302' }]);
  expect(service.arrived).toEqual([]);
  const send = pushTransport({ services: ['https://localhost'] });
  const inside = send({ endpoint: 'https://localhost/push', headers: {}, body: Buffer.alloc(0) });
  await expect(inside).rejects.toThrow('localhost has no public address');
});

test('what was sent is forgotten after a day', async () => {
  const device = await openPushDevice();
  await write(received(device.session.personId));
  await deliver();
  await sql`UPDATE push_outbox SET sent_at = now() - interval '25 hours' WHERE sent_at IS NOT NULL`.execute(
    database.db.kysely,
  );
  expect(await forgetPushes({ db: database.asWorker }, { limit: 500 })).toBeGreaterThan(0);
  expect(await forgetPushes({ db: database.asWorker }, { limit: 500 })).toBe(0);
});

function inviteCode(): string {
  return Array.from({ length: 8 }, () => 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'[randomInt(32)]).join('');
}

async function subscriptionsOf({ session }: PushDevice): Promise<number> {
  const { rowCount } = await database.db.pool.query('SELECT 1 FROM push_subscriptions WHERE session_id = $1', [
    session.sessionId,
  ]);
  return rowCount ?? 0;
}
