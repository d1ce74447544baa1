import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@tern/base/clock';
import { transact } from '@tern/db/transact';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { deliverOutbox, type DeliveryDeps } from '../deliver-outbox.ts';
import type { Channel } from '../message.ts';
import { outboxBox } from '../outbox-box.ts';
import type { ProviderSlot, ReportedState } from '../provider-slot.ts';
import { queueMessage } from '../queue-message.ts';
import { insertReport, type Report } from '../reports-store.ts';
import { smsTransport } from '../sms-transport.ts';
import { smtpTransport } from '../smtp-transport.ts';
import type { Transport } from '../transport.ts';
import { catchMail } from './catch-mail.ts';

export type FakeTwilio = {
  readonly url: string;
  /** Texts it took, by number. */
  readonly texts: { readonly to: string; readonly callback: string | null }[];
  /** `taken`: as documented. `silent`: takes it and breaks off. A number: an error of the API. */
  answer: 'taken' | 'silent' | { readonly status: number; readonly code: number };
  readonly close: () => Promise<void>;
};

/** A number that both providers can reach. */
export const number = '+447700900123';

/** Two providers that speak Twilio's wire format, a real SMTP server, and an outbox that leaves through them. */
export async function openProvidersWorld() {
  const database = await createTestDatabase();
  const [first, second, mailbox] = await Promise.all([fakeTwilio(), fakeTwilio(), catchMail()]);
  const failures: unknown[] = [];
  const deps: DeliveryDeps = {
    db: database.asWorker,
    outboxBox: outboxBox([randomBytes(32)]),
    transports: {
      email: smtpTransport({ url: mailbox.url, password: undefined, from: { name: 'W', address: 'w@example.org' } }),
      sms: twilioTransport(first.url, 'sms'),
    },
    fallback: twilioTransport(second.url, 'sms-fallback'),
    smsReports: true,
    productName: 'Testwallet',
    onFailure: (failure) => void failures.push(failure),
  };
  return {
    ...openOutbox(database, deps),
    database,
    deps,
    failures,
    first,
    second,
    mailbox,
    forget: async () => {
      await database.db.pool.query(
        'TRUNCATE outbox, message_tries, message_providers, message_reports, unreachable_recipients',
      );
      for (const fake of [first, second]) {
        fake.texts.length = 0;
        fake.answer = 'taken';
      }
      mailbox.mails.length = 0;
      mailbox.refuseWith = undefined;
      failures.length = 0;
    },
    close: async () => {
      deps.transports.email.close();
      await Promise.all([first.close(), second.close(), mailbox.close()]);
      await database.drop();
    },
  };
}

function twilioTransport(url: string, slot: ProviderSlot): Transport {
  return smsTransport({
    provider: 'twilio',
    url,
    accountSid: 'AC1',
    token: 'secret',
    from: '+15005550006',
    reportUrl: `https://wallet.example/api/provider-reports/${slot}`,
  });
}

/** What is queued, delivered and reported, and what the tables then hold. */
function openOutbox(database: TestDatabase, deps: DeliveryDeps) {
  const queue = (change: { channel?: Channel; recipient?: string; expiresAt?: Date } = {}) =>
    transact(database.asApi, (tx) =>
      queueMessage(tx, deps, {
        dedupeKey: randomBytes(8).toString('hex'),
        channel: 'sms',
        recipient: number,
        template: 'code-login',
        values: { code: '123456' },
        language: null,
        expiresAt: new Date(systemClock.nowMs() + 600_000),
        ...change,
      }),
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
    (
      await database.db.pool.query(
        'SELECT id, state, values_sealed IS NOT NULL AS kept FROM outbox ORDER BY created_at',
      )
    ).rows;
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
  return { queue, deliver, due, pass, outbox, tries, report };
}

async function fakeTwilio(): Promise<FakeTwilio> {
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
  const fake: FakeTwilio = {
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
