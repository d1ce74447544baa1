import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { transact } from '@tern/db/transact';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliverOutbox, type DeliveryDeps } from './deliver-outbox.ts';
import type { Channel } from './message.ts';
import { outboxBox } from './outbox-box.ts';
import type { ProviderSlot, ReportedState } from './provider-slot.ts';
import { queueMessage } from './queue-message.ts';
import { insertReport, type Report } from './reports-store.ts';
import { smsTransport } from './sms-transport.ts';
import { smtpTransport } from './smtp-transport.ts';
import { catchMail, type MailCatcher } from './testing/catch-mail.ts';

// Goal: a message reaches its person through whichever provider can deliver it, and no provider gets what another one has.
// Method: two providers that speak Twilio's wire format, with the answers its documentation shows, and a real SMTP server.

type Fake = {
  readonly url: string;
  /** Texts it took, by number. */
  readonly texts: { readonly to: string; readonly callback: string | null }[];
  /** `taken`: as documented. `silent`: takes it and breaks off. A number: an error of the API. */
  answer: 'taken' | 'silent' | { readonly status: number; readonly code: number };
  readonly close: () => Promise<void>;
};

let database: TestDatabase;
let mailbox: MailCatcher;
let first: Fake;
let second: Fake;
let deps: DeliveryDeps;
const failures: unknown[] = [];
const box = outboxBox([randomBytes(32)]);
const number = '+447700900123';

async function fakeTwilio(): Promise<Fake> {
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      if (fake.answer === 'taken' || fake.answer === 'silent')
        fake.texts.push({ to: form.get('To') ?? '', callback: form.get('StatusCallback') });
      if (fake.answer === 'silent') return void response.destroy();
      const [status, body] =
        fake.answer === 'taken'
          ? [201, { sid: `SM${'a'.repeat(32)}`, status: 'queued', error_code: null, num_segments: '1' }]
          : [fake.answer.status, { code: fake.answer.code, message: 'refused', status: fake.answer.status }];
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const fake: Fake = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    texts: [],
    answer: 'taken',
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return fake;
}

beforeAll(async () => {
  database = await createTestDatabase();
  [first, second, mailbox] = await Promise.all([fakeTwilio(), fakeTwilio(), catchMail()]);
  const twilio = (url: string, slot: ProviderSlot) =>
    smsTransport({
      provider: 'twilio',
      url,
      accountSid: 'AC1',
      token: 'secret',
      from: '+15005550006',
      reportUrl: `https://wallet.example/api/provider-reports/${slot}`,
    });
  deps = {
    db: database.asWorker,
    outboxBox: box,
    transports: {
      email: smtpTransport({ url: mailbox.url, password: undefined, from: { name: 'W', address: 'w@example.org' } }),
      sms: twilio(first.url, 'sms'),
    },
    fallback: twilio(second.url, 'sms-fallback'),
    smsReports: true,
    productName: 'Testwallet',
    onFailure: (failure) => void failures.push(failure),
  };
});
afterAll(async () => {
  deps.transports.email.close();
  await Promise.all([first.close(), second.close(), mailbox.close()]);
  await database.drop();
});
beforeEach(async () => {
  await database.db.pool.query(
    'TRUNCATE outbox, message_tries, message_providers, message_reports, unreachable_recipients',
  );
  for (const fake of [first, second]) {
    fake.texts.length = 0;
    fake.answer = 'taken';
  }
  mailbox.mails.length = 0;
  mailbox.refuseWith = undefined;
});

const queue = (change: { channel?: Channel; recipient?: string; expiresAt?: Date } = {}) =>
  transact(database.asApi, (tx) =>
    queueMessage(
      tx,
      { outboxBox: box },
      {
        dedupeKey: randomBytes(8).toString('hex'),
        channel: 'sms',
        recipient: number,
        template: 'code-login',
        values: { code: '123456' },
        language: null,
        expiresAt: new Date(Date.now() + 600_000),
        ...change,
      },
    ),
  );
const deliver = (channel: Channel = 'sms', using = deps) => deliverOutbox(using, { channel, limit: 20 });
const due = () =>
  database.db.pool.query("UPDATE outbox SET next_try_at = now() - interval '1 second' WHERE state = 'waiting'");
/** What only time does otherwise. */
const pass = (interval: string) =>
  database.db.pool.query(
    `WITH o AS (UPDATE outbox SET created_at = created_at - $1::interval, next_try_at = next_try_at - $1::interval,
            expires_at = expires_at - $1::interval),
          p AS (UPDATE message_providers SET down_until = down_until - $1::interval),
          u AS (UPDATE unreachable_recipients SET until = until - $1::interval)
     UPDATE message_tries SET handed_at = handed_at - $1::interval`,
    [interval],
  );
const outbox = async () =>
  (await database.db.pool.query('SELECT id, state, values_sealed IS NOT NULL AS kept FROM outbox ORDER BY created_at'))
    .rows;
const tries = async () =>
  (await database.db.pool.query('SELECT slot, state, code FROM message_tries ORDER BY handed_at, slot')).rows.map(
    ({ slot, state, code }) => [slot, state, code].filter((part) => part !== null).join(' '),
  );
const report = async (
  slot: ProviderSlot,
  state: ReportedState,
  code: string | null = null,
  named?: Report['about'],
) => {
  const about = named ?? { messageId: (await outbox())[0]?.id as string };
  await insertReport(database.asApi.kysely, { slot, about, state, code });
};

describe('two providers of text messages', () => {
  test('the first one gets a message, with the address for its reports; its code is kept until it is delivered', async () => {
    await queue();
    await deliver();
    const [row] = await outbox();
    expect(first.texts).toEqual([
      { to: number, callback: `https://wallet.example/api/provider-reports/sms?message=${row?.id}` },
    ]);
    expect(row).toMatchObject({ state: 'handed', kept: true });
    await report('sms', 'delivered');
    await deliver();
    expect(await outbox()).toMatchObject([{ state: 'sent', kept: false }]);
    expect(await tries()).toEqual(['sms delivered']);
    expect(second.texts).toEqual([]);
  });

  test('A19 without a report it counts as sent when its code is over, and the second one never gets it', async () => {
    await queue();
    await deliver();
    await pass('601 seconds');
    await deliver();
    await deliver();
    expect(await outbox()).toMatchObject([{ state: 'sent', kept: false }]);
    expect(await tries()).toEqual(['sms accepted']);
    expect(second.texts).toEqual([]);
  });

  test('the second one gets what the first reports as not delivered, once', async () => {
    await queue();
    await deliver();
    await report('sms', 'undelivered', '30003');
    await report('sms', 'undelivered', '30003');
    await deliver();
    await deliver();
    expect(second.texts).toHaveLength(1);
    expect(await tries()).toEqual(['sms undelivered 30003', 'sms-fallback accepted']);
    expect(await outbox()).toMatchObject([{ state: 'sent', kept: false }]);
  });

  test('a report that comes after the code is over sends nothing', async () => {
    await queue();
    await deliver();
    await pass('601 seconds');
    await report('sms', 'undelivered', '30003');
    await deliver();
    await deliver();
    expect(second.texts).toEqual([]);
    expect(await tries()).toEqual(['sms undelivered 30003']);
  });

  test.each([
    ['is unwell', { status: 503, code: 20_503 }],
    ['has no money left', { status: 401, code: 20_003 }],
    ['may not send to that country', { status: 400, code: 21_408 }],
    ['limits us', { status: 429, code: 20_429 }],
  ])('the second one gets it at once where the first %s', async (_, answer) => {
    first.answer = answer;
    await queue();
    await deliver();
    expect(second.texts).toHaveLength(1);
    expect(await outbox()).toMatchObject([{ state: 'sent' }]);
  });

  test.each([
    ['is no number', 21_211],
    ['belongs to somebody who answered STOP', 21_610],
  ])('nobody else is asked for a number that %s', async (_, code) => {
    first.answer = { status: 400, code };
    await queue();
    await deliver();
    expect(second.texts).toEqual([]);
    expect(await outbox()).toMatchObject([{ state: 'dropped', kept: false }]);
    expect(await tries()).toEqual([`sms refused ${code}`]);
  });

  test('A19 where the first may have it, the second gets it only when it is late', async () => {
    first.answer = 'silent';
    await queue();
    await deliver();
    expect(first.texts).toHaveLength(1);
    await due();
    await deliver();
    await pass('50 seconds');
    await deliver();
    expect(second.texts).toEqual([]);
    await pass('10 seconds');
    await deliver();
    expect(second.texts).toHaveLength(1);
    expect(first.texts).toHaveLength(1);
  });

  test('A19 what it turns out to have delivered is sent to nobody else', async () => {
    first.answer = 'silent';
    await queue();
    await deliver();
    await report('sms', 'delivered');
    await pass('70 seconds');
    await deliver();
    expect(second.texts).toEqual([]);
    expect(await outbox()).toMatchObject([{ state: 'sent', kept: false }]);
  });

  test('one that is down is left alone, and asked again later by one message', async () => {
    first.answer = { status: 503, code: 20_503 };
    const asked = { first: 0 };
    const counting: DeliveryDeps = {
      ...deps,
      transports: {
        ...deps.transports,
        sms: {
          ...deps.transports.sms,
          send: (message) => {
            asked.first += 1;
            return deps.transports.sms.send(message);
          },
        },
      },
    };
    for (let each = 0; each < 3; each += 1) {
      await queue();
      await deliver('sms', counting);
    }
    expect(asked.first).toBe(3);
    for (let each = 0; each < 5; each += 1) await queue();
    await deliver('sms', counting);
    expect(asked.first).toBe(3);
    expect(second.texts).toHaveLength(8);
    // Still unwell after half a minute: it rests for a minute then.
    await pass('31 seconds');
    for (let each = 0; each < 5; each += 1) await queue();
    await deliver('sms', counting);
    expect(asked.first).toBe(4);
    expect(second.texts).toHaveLength(13);
    await pass('31 seconds');
    await queue();
    await deliver('sms', counting);
    expect(asked.first).toBe(4);
    await pass('31 seconds');
    first.answer = 'taken';
    await queue();
    await deliver('sms', counting);
    await queue();
    await deliver('sms', counting);
    expect(asked.first).toBe(6);
    expect(first.texts).toHaveLength(2);
  });

  test('with both down a message waits, and is sent once when one is back', async () => {
    first.answer = second.answer = { status: 503, code: 20_503 };
    await queue();
    for (let each = 0; each < 6; each += 1) {
      await due();
      await deliver();
    }
    expect(await outbox()).toMatchObject([{ state: 'waiting', kept: true }]);
    second.answer = 'taken';
    await due();
    await deliver();
    expect([...first.texts, ...second.texts]).toHaveLength(1);
  });

  test('reports about nothing we sent change nothing', async () => {
    await queue();
    await deliver();
    await report('sms-fallback', 'undelivered');
    await report('sms', 'undelivered', null, { messageId: '5b0c1d2e-0000-4000-8000-00000000000a' });
    await deliver();
    expect(await tries()).toEqual(['sms accepted']);
    expect((await database.db.pool.query('SELECT FROM message_reports')).rowCount).toBe(0);
  });

  test('what was delivered stays delivered, in whatever order reports come', async () => {
    await queue();
    await deliver();
    await report('sms', 'delivered');
    await report('sms', 'undelivered', '30003');
    await deliver();
    expect(await tries()).toEqual(['sms delivered']);
    expect(second.texts).toEqual([]);
  });
});

describe('mailboxes that are not there', () => {
  const mail = { channel: 'email', recipient: 'anna@example.org' } as const;

  test('one the server refuses is not asked again for a day, then a week, then a month', async () => {
    mailbox.refuseWith = 550;
    const asked = async () => {
      const before = (await tries()).length;
      await queue(mail);
      await deliver('email');
      return (await tries()).length > before;
    };
    expect(await asked()).toBe(true);
    expect(await asked()).toBe(false);
    expect((await outbox()).map(({ state }) => state)).toEqual(['dropped', 'dropped']);
    await pass('25 hours');
    expect(await asked()).toBe(true);
    await pass('6 days');
    expect(await asked()).toBe(false);
    await pass('25 hours');
    expect(await asked()).toBe(true);
    await pass('29 days');
    expect(await asked()).toBe(false);
  });

  test('one whose mail bounces later is not asked again, until something arrives there', async () => {
    await queue(mail);
    await deliver('email');
    await report('mail', 'bounced', '5.1.1', { recipient: mail.recipient });
    await queue(mail);
    await deliver('email');
    expect(mailbox.mails).toHaveLength(1);
    expect(await tries()).toEqual(['mail bounced 5.1.1']);
    await pass('25 hours');
    await queue(mail);
    await deliver('email');
    expect(mailbox.mails).toHaveLength(2);
    await report('mail', 'delivered', null, { recipient: mail.recipient });
    await deliver('email');
    expect(await tries()).toEqual(['mail bounced 5.1.1', 'mail delivered']);
    expect((await database.db.pool.query('SELECT FROM unreachable_recipients')).rowCount).toBe(0);
  });

  test('a bounce is the truth of a mail that was reported as delivered, in whatever order the two come', async () => {
    await queue(mail);
    await deliver('email');
    for (const state of ['delivered', 'bounced', 'delivered'] as const) {
      await report('mail', state);
      await deliver('email');
    }
    expect(await tries()).toEqual(['mail bounced']);
    expect((await database.db.pool.query('SELECT FROM unreachable_recipients')).rowCount).toBe(1);
  });

  test('a refusal of the moment says nothing about the mailbox', async () => {
    mailbox.refuseWith = 451;
    await queue(mail);
    await deliver('email');
    expect((await database.db.pool.query('SELECT FROM unreachable_recipients')).rowCount).toBe(0);
    expect(await tries()).toEqual(['mail not-accepted']);
  });
});
