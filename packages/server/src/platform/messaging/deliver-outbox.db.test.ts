import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { transact } from '@tern/db/transact';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { areMessagesLate } from './are-messages-late.ts';
import { deliverOutbox, type DeliveryDeps } from './deliver-outbox.ts';
import { outboxBox } from './outbox-box.ts';
import { queueMessage } from './queue-message.ts';
import { smsTransport } from './sms-transport.ts';
import { smtpTransport } from './smtp-transport.ts';
import { catchMail, type MailCatcher } from './testing/catch-mail.ts';

type Posted = { readonly url: string; readonly headers: Record<string, unknown>; readonly body: string };

let database: TestDatabase;
let mailbox: MailCatcher;
let provider: Server;
let providerUrl: string;
let answer: { status: number; body: string };
const posted: Posted[] = [];
const failures: unknown[] = [];
let deps: DeliveryDeps;
const box = outboxBox([randomBytes(32)]);
const from = { name: 'Testwallet', address: 'wallet@example.org' };

beforeAll(async () => {
  database = await createTestDatabase();
  mailbox = await catchMail();
  provider = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      posted.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() });
      // Taken, and nothing said about it.
      if (answer.status === 0) response.destroy();
      else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
  });
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
  providerUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  deps = {
    db: database.asWorker,
    outboxBox: box,
    transports: {
      email: smtpTransport({ url: mailbox.url, password: undefined, from }),
      sms: smsTransport({ provider: 'webhook', url: `${providerUrl}/sms` }),
    },
    productName: 'Testwallet',
    onFailure: (failure) => void failures.push(failure),
  };
});
afterAll(async () => {
  deps.transports.email.close();
  await mailbox.close();
  provider.closeAllConnections();
  await new Promise((resolve) => provider.close(resolve));
  await database.drop();
});
beforeEach(async () => {
  await forget();
  mailbox.mails.length = 0;
  mailbox.refuseWith = undefined;
  posted.length = 0;
  failures.length = 0;
  answer = { status: 200, body: '{}' };
});

const forget = async () => {
  await database.db.pool.query('TRUNCATE outbox, message_tries, message_providers, unreachable_recipients');
};
const queue = (
  change: { dedupeKey?: string; channel?: 'email' | 'sms'; recipient?: string; expiresAt?: Date; code?: string } = {},
) =>
  transact(database.asApi, (tx) =>
    queueMessage(
      tx,
      { outboxBox: box },
      {
        dedupeKey: randomBytes(8).toString('hex'),
        channel: 'email',
        recipient: 'anna@example.org',
        template: 'code-register',
        values: { code: change.code ?? '123456' },
        language: null,
        ...change,
      },
    ),
  );
const deliver = async ({ limit }: { limit: number }, using = deps) =>
  (await deliverOutbox(using, { channel: 'email', limit })) + (await deliverOutbox(using, { channel: 'sms', limit }));
const rows = () =>
  database.db.kysely.selectFrom('outbox').select(['state', 'tries', 'values_sealed', 'last_error']).execute();
const now = async () => (await database.db.pool.query('SELECT clock_timestamp()::text AS now')).rows[0]?.now as string;
/** Whether the next try is so many seconds after a moment between `since` and now: the delivery lay there. */
const waits = async (since: string, seconds: number) => {
  const { rows: found } = await database.db.pool.query<{ right: boolean }>(
    `SELECT next_try_at - make_interval(secs => $2) BETWEEN $1::timestamptz AND clock_timestamp() AS right FROM outbox`,
    [since, seconds],
  );
  return found.map(({ right }) => right);
};
/** What only time does otherwise. */
const pass = (interval: string) =>
  database.db.pool.query(
    `UPDATE outbox SET created_at = created_at - $1::interval, next_try_at = next_try_at - $1::interval,
       expires_at = expires_at - $1::interval`,
    [interval],
  );
const due = () => database.db.pool.query("UPDATE outbox SET next_try_at = now() - interval '1 second'");

test('sends a mail with the code over SMTP and wipes the code from the row', async () => {
  await queue();
  expect(await deliver({ limit: 10 })).toBe(1);
  expect(mailbox.mails).toHaveLength(1);
  expect(mailbox.mails[0]?.recipients).toEqual(['anna@example.org']);
  expect(mailbox.mails[0]?.raw).toContain('123456 is your Testwallet code to register');
  expect(mailbox.mails[0]?.raw).toContain('From: Testwallet <wallet@example.org>');
  expect(await rows()).toEqual([{ state: 'sent', tries: 1, values_sealed: null, last_error: null }]);
  expect(await deliver({ limit: 10 })).toBe(0);
});

test('mails go while texts wait for their provider, however many of these are due before them', async () => {
  for (let at = 0; at < 3; at += 1) await queue({ channel: 'sms', recipient: '+447700900123' });
  await queue();
  expect(await deliverOutbox(deps, { channel: 'email', limit: 2 })).toBe(1);
  expect(mailbox.mails).toHaveLength(1);
  expect((await rows()).map(({ state, tries }) => `${state} ${tries}`).toSorted()).toEqual([
    'sent 1',
    'waiting 0',
    'waiting 0',
    'waiting 0',
  ]);
});

test('sends text messages as JSON to a webhook and as a form to a Twilio-compatible API', async () => {
  await queue({ channel: 'sms', recipient: '+447700900123' });
  await deliver({ limit: 10 });
  expect(posted[0]?.url).toBe('/sms');
  expect(JSON.parse(posted[0]?.body ?? '')).toMatchObject({
    to: '+447700900123',
    text: expect.stringContaining('123456'),
    id: expect.any(String),
  });

  const twilio = smsTransport({
    provider: 'twilio',
    url: providerUrl,
    accountSid: 'AC1',
    token: 'secret',
    from: '+15005550006',
  });
  await queue({ channel: 'sms', recipient: '+447700900124' });
  await deliverOutbox({ ...deps, transports: { ...deps.transports, sms: twilio } }, { channel: 'sms', limit: 10 });
  expect(posted[1]?.url).toBe('/2010-04-01/Accounts/AC1/Messages.json');
  expect(posted[1]?.headers['authorization']).toBe(`Basic ${Buffer.from('AC1:secret').toString('base64')}`);
  expect(Object.fromEntries(new URLSearchParams(posted[1]?.body))).toMatchObject({
    To: '+447700900124',
    From: '+15005550006',
  });
});

test('A19 the same news goes out once, also with four workers at once', async () => {
  for (let each = 0; each < 30; each += 1) {
    await queue({ dedupeKey: `event ${each}` });
    await queue({ dedupeKey: `event ${each}` });
  }
  const handled = await Promise.all([1, 2, 3, 4].map(() => deliver({ limit: 30 })));
  await deliver({ limit: 30 });
  expect(handled.reduce((sum, count) => sum + count, 0)).toBe(30);
  expect(mailbox.mails).toHaveLength(30);
});

test('a message exists if and only if what it tells of has committed', async () => {
  const failing = transact(database.asApi, async (tx) => {
    await queueMessage(
      tx,
      { outboxBox: box },
      {
        dedupeKey: 'never',
        channel: 'email',
        recipient: 'anna@example.org',
        template: 'code-register',
        values: { code: '1' },
        language: null,
      },
    );
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await rows()).toEqual([]);
});

test('backs off while the server is unwell and sends when it is well again', async () => {
  await queue();
  mailbox.refuseWith = '451 4.3.0 refused by the test';
  const first = await now();
  await deliver({ limit: 10 });
  expect(await rows()).toMatchObject([{ state: 'waiting', tries: 1 }]);
  expect(await waits(first, 2)).toEqual([true]);
  // Two seconds may be over already on a busy machine, an hour is not.
  await database.db.pool.query("UPDATE outbox SET next_try_at = next_try_at + interval '1 hour'");
  expect(await deliver({ limit: 10 })).toBe(0);
  await due();
  const second = await now();
  await deliver({ limit: 10 });
  expect(await waits(second, 4)).toEqual([true]);
  mailbox.refuseWith = undefined;
  await due();
  await deliver({ limit: 10 });
  expect(await rows()).toMatchObject([{ state: 'sent', tries: 3, values_sealed: null }]);
  expect(failures).toHaveLength(2);
});

test('gives up on a recipient the provider refuses for good, and after three days on anything', async () => {
  await queue();
  mailbox.refuseWith = '550 5.1.1 no such user';
  await deliver({ limit: 10 });
  expect(await rows()).toMatchObject([{ state: 'dropped', tries: 1, values_sealed: null }]);

  await forget();
  await queue({ channel: 'sms', recipient: '+447700900123' });
  answer = { status: 400, body: JSON.stringify({ code: 21_211 }) };
  const twilio = smsTransport({
    provider: 'twilio',
    url: providerUrl,
    accountSid: 'AC1',
    token: 'secret',
    from: '+15005550006',
  });
  await deliverOutbox({ ...deps, transports: { ...deps.transports, sms: twilio } }, { channel: 'sms', limit: 10 });
  expect(await rows()).toMatchObject([{ state: 'dropped', tries: 1 }]);

  await forget();
  await queue({ channel: 'sms', recipient: '+447700900123' });
  answer = { status: 503, body: '' };
  for (let each = 0; each < 30; each += 1) {
    await due();
    await deliver({ limit: 10 });
  }
  expect(await rows()).toMatchObject([{ state: 'waiting', tries: 30 }]);
  await pass('73 hours');
  await deliver({ limit: 10 });
  expect(await rows()).toMatchObject([
    { state: 'dropped', tries: 31, values_sealed: null, last_error: 'the SMS provider answered 503' },
  ]);
});

test('a message that may have arrived each time is tried twelve times soon and then every four hours', async () => {
  await queue({ channel: 'sms', recipient: '+447700900123' });
  answer = { status: 0, body: '' };
  for (let each = 0; each < 12; each += 1) {
    await due();
    await deliver({ limit: 10 });
  }
  expect(await rows()).toMatchObject([{ state: 'waiting', tries: 12 }]);
  await pass('239 minutes');
  expect(await deliver({ limit: 10 })).toBe(0);
  await pass('1 minute');
  expect(await deliver({ limit: 10 })).toBe(1);
});

test('drops a code nobody could use any more instead of sending it', async () => {
  await queue({ expiresAt: new Date(Date.now() - 1000) });
  expect(await deliver({ limit: 10 })).toBe(1);
  expect(mailbox.mails).toEqual([]);
  expect(await rows()).toMatchObject([{ state: 'dropped', last_error: 'expired', values_sealed: null }]);
});

test('another worker takes over a message whose worker died', async () => {
  await queue();
  await database.db.pool.query("UPDATE outbox SET tries = 1, next_try_at = now() + interval '120 seconds'");
  expect(await deliver({ limit: 10 })).toBe(0);
  await due();
  expect(await deliver({ limit: 10 })).toBe(1);
  expect(mailbox.mails).toHaveLength(1);
});

test('A20 values with line breaks, headers and bidi tricks give one recipient and no extra header', async () => {
  const hostile = [
    '\r\nBcc: evil@example.org',
    '\n\nBody',
    '%0d%0aBcc: x@example.org',
    '\u2028Subject: x',
    '\u202Egnp.exe',
    'a\0b',
    '=?utf-8?B?DQpCY2M6IHg=?=',
  ];
  for (const [index, text] of hostile.entries()) {
    await transact(database.asApi, (tx) =>
      queueMessage(
        tx,
        { outboxBox: box },
        {
          dedupeKey: `hostile ${index}`,
          channel: 'email',
          recipient: 'anna@example.org',
          template: 'notice-new-device',
          values: { at: '2026-11-21T08:00:00.000Z', device: `Browser${text}`, ip: `203.0.113.7${text}` },
          language: 'de',
        },
      ),
    );
  }
  const hostileProduct = { ...deps, productName: 'Test\r\nBcc: evil@example.org\r\n\r\nwallet' };
  await deliver({ limit: 50 }, hostileProduct);
  expect(mailbox.mails).toHaveLength(hostile.length);
  for (const { recipients, raw } of mailbox.mails) {
    expect(recipients).toEqual(['anna@example.org']);
    const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
    const names = head.split('\r\n').map((line) => line.split(':')[0]?.toLowerCase());
    expect(names.filter((name) => ['bcc', 'cc'].includes(name ?? ''))).toEqual([]);
    expect(names.filter((name) => name === 'subject')).toHaveLength(1);
    expect(names.filter((name) => name === 'to')).toHaveLength(1);
  }
});

describe('F-S1 while the ways out are closed for 24 hours', () => {
  const refusals: readonly [string, () => Promise<(() => Promise<void>) | undefined>][] = [
    [
      'connections are refused',
      async () => {
        const [smtpPort, httpPort] = [new URL(mailbox.url).port, new URL(providerUrl).port].map(Number);
        const closed = createServer();
        closed.listen(0, '127.0.0.1');
        await once(closed, 'listening');
        const nobody = (closed.address() as AddressInfo).port;
        await new Promise((resolve) => closed.close(resolve));
        expect([smtpPort, httpPort]).not.toContain(nobody);
        const transports = {
          email: smtpTransport({ url: `smtp://127.0.0.1:${nobody}`, password: undefined, from }),
          sms: smsTransport({ provider: 'webhook', url: `http://127.0.0.1:${nobody}/sms` }),
        };
        away = { ...deps, transports };
        return async () => transports.email.close();
      },
    ],
    [
      'every message is refused for the moment',
      async () => {
        mailbox.refuseWith = '451 4.3.0 refused by the test';
        answer = { status: 503, body: '' };
        away = deps;
        return undefined;
      },
    ],
  ];
  let away: DeliveryDeps;

  test.each(refusals)(
    '(%s) what is queued waits and leaves once afterwards, and codes that are over never do',
    async (_, close) => {
      const open = await close();
      const news: string[] = [];
      for (let hour = 0; hour < 24; hour += 1) {
        if (hour % 6 === 0) {
          const number = String(1_000_000 + hour);
          news.push(number);
          await queue({ dedupeKey: `mail ${number}`, code: number });
          await queue({ dedupeKey: `text ${number}`, code: number, channel: 'sms', recipient: '+447700900123' });
          const expiresAt = new Date(Date.now() + 600_000);
          await queue({ dedupeKey: `code ${number}`, code: `9${number}`, expiresAt });
        }
        await deliver({ limit: 50 }, away);
        await pass('1 hour');
      }
      const { rows: waiting } = await database.db.pool.query<{ state: string; count: number; oldest: boolean }>(
        `SELECT state, count(*)::int AS count, max(clock_timestamp() - created_at) > interval '23 hours' AS oldest
         FROM outbox GROUP BY state ORDER BY state`,
      );
      expect(waiting).toEqual([
        { state: 'dropped', count: news.length, oldest: true },
        { state: 'waiting', count: 2 * news.length, oldest: true },
      ]);
      expect(await areMessagesLate(database.asApi.kysely, 'email')).toBe(true);
      expect(await areMessagesLate(database.asApi.kysely, 'sms')).toBe(true);

      await open?.();
      mailbox.refuseWith = undefined;
      answer = { status: 200, body: '{}' };
      posted.length = 0;
      // Nothing was put off for longer than that.
      await pass('10 minutes');
      while ((await deliver({ limit: 50 })) > 0);
      expect(codesIn(mailbox.mails.map(({ raw }) => raw))).toEqual(news);
      expect(codesIn(posted.map(({ body }) => body))).toEqual(news);
      expect(await areMessagesLate(database.asApi.kysely, 'email')).toBe(false);
    },
  );

  const codesIn = (texts: readonly string[]): readonly string[] =>
    texts.map((text) => /\b(9?1\d{6})\b/.exec(text)?.[1] ?? text).toSorted();
});
