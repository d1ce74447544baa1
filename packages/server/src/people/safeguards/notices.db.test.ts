import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { systemClock } from '@tern/base/clock';
import { newId, type PersonId } from '@tern/base/ids';
import { securityEventKind } from '@tern/contracts/security-event';
import { transact } from '@tern/db/transact';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverOutbox, outboxBox, type Transport } from '../../platform/messaging/public.ts';
import { recordSecurityEvent } from '../accounts/record-security-event.ts';
import { deliverPushes } from '../push/deliver-pushes.ts';
import { openReceiver } from '../push/testing/receiver.ts';
import { vapidKeys } from '../push/vapid.ts';

// Goal: what happened to an account is told once on each channel, and nothing else is. Method: generated events, half of them
// rolled back, written and delivered side by side over channels that fail, or that succeed without saying so.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const box = outboxBox([randomBytes(32)]);
type Contacts = 'email' | 'phone' | 'both';
type Person = { readonly id: PersonId; readonly contacts: Contacts; readonly devices: number };

async function makePerson(contacts: Contacts, devices: number): Promise<Person> {
  const id = newId<PersonId>();
  const { pool } = database.db;
  const invite = Array.from({ length: 8 }, () => 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'[randomInt(32)]).join('');
  await pool.query(
    `INSERT INTO people (id, public_id, invite_code, terms_accepted_at, created_at) VALUES ($1, $2, $3, now(), now())`,
    [id, String(randomInt(10_000_000, 100_000_000)), invite],
  );
  const values = { email: `${randomUUID()}@example.org`, phone: `+4915${randomInt(100_000_000, 999_999_999)}` };
  for (const kind of ['email', 'phone'] as const) {
    if (contacts !== kind && contacts !== 'both') continue;
    await pool.query(
      'INSERT INTO contacts (id, person_id, kind, value, verified_at, added_at) VALUES ($1, $2, $3, $4, now(), now())',
      [randomUUID(), id, kind, values[kind]],
    );
  }
  for (let device = 0; device < devices; device += 1) {
    const [deviceId, sessionId, { keys }] = [randomUUID(), randomUUID(), openReceiver()];
    await pool.query(
      `INSERT INTO devices (id, person_id, token_hash, user_agent, registered, created_at, remembered_until)
       VALUES ($1, $2, $3, 'test', true, now(), now() + interval '90 days')`,
      [deviceId, id, randomBytes(32)],
    );
    await pool.query(
      `INSERT INTO sessions (id, id_hash, person_id, device_id, proofs, ip, user_agent, created_at, seen_at, absolute_until)
       VALUES ($1, $2, $3, $4, '{password}', '10.0.0.1', 'test', now(), now(), now() + interval '30 days')`,
      [sessionId, randomBytes(32), id, deviceId],
    );
    await pool.query(
      `INSERT INTO push_subscriptions (id, person_id, session_id, endpoint, p256dh, auth, hide_amounts)
       VALUES ($1, $2, $3, $4, $5, $6, false)`,
      [randomUUID(), id, sessionId, `https://push.example/${randomUUID()}`, keys.p256dh, keys.auth],
    );
  }
  return { id, contacts, devices };
}

/** What becomes of a try to send: `unsaid` arrives, and the sender hears of a failure. */
type Fate = 'arrives' | 'fails' | 'unsaid';
const event = fc.record({
  person: fc.nat(),
  kind: fc.constantFrom(...securityEventKind.options),
  isKept: fc.boolean(),
  isTold: fc.boolean(),
});

test('I23 A19 each event is told once on each channel, whatever fails; what was rolled back or is not told leaves nothing', async () => {
  const people = await Promise.all(
    (['email', 'phone', 'both'] as const).flatMap((contacts) =>
      [0, 1, 2].map((devices) => makePerson(contacts, devices)),
    ),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 20, maxLength: 60 }),
      fc.infiniteStream(fc.constantFrom<Fate>('arrives', 'arrives', 'fails', 'unsaid')),
      async (events, fates) => {
        await sql`DELETE FROM push_outbox`.execute(database.db.kysely);
        await sql`DELETE FROM outbox`.execute(database.db.kysely);
        await sql`DELETE FROM all_messages`.execute(database.db.kysely);
        await sql`DELETE FROM security_events`.execute(database.db.kysely);
        const whose = (each: (typeof events)[number]) => people[each.person % people.length] as Person;
        await Promise.all(
          events.map((each) =>
            transact(database.asApi, async (tx) => {
              const at = systemClock.now();
              await recordSecurityEvent(
                tx,
                { keys: { outboxBox: box } },
                {
                  personId: whose(each).id,
                  kind: each.kind,
                  now: at,
                  ...(each.isTold
                    ? { notice: { template: 'notice-change-stopped' as const, values: { at: at.toISOString() } } }
                    : {}),
                },
              );
              if (!each.isKept) throw new Error('rolled back');
            }).catch((error: Error) => expect(error.message).toBe('rolled back')),
          ),
        );

        // What arrives, by its id: a receiver shows the same one once.
        const arrived = { email: new Set<string>(), sms: new Set<string>(), push: new Set<string>() };
        const pass = (channel: keyof typeof arrived, id: string): void => {
          const { value: fate } = fates.next() as { readonly value: Fate };
          if (fate !== 'fails') arrived[channel].add(id);
          if (fate !== 'arrives') throw new Error(`no answer: ${fate}`);
        };
        const by = (channel: 'email' | 'sms'): Transport => ({
          send: async ({ messageId }) => pass(channel, messageId),
          close: () => undefined,
        });
        const mailing = {
          db: database.asWorker,
          outboxBox: box,
          transports: { email: by('email'), sms: by('sms') },
          productName: 'Testwallet',
          onFailure: () => undefined,
        };
        const pushing = {
          db: database.asWorker,
          clock: systemClock,
          keys: vapidKeys([randomBytes(32)]),
          contact: 'mailto:wallet@example.org',
          assets: {} as never,
          send: async ({
            endpoint,
            headers,
          }: {
            readonly endpoint: string;
            readonly headers: Readonly<Record<string, string>>;
          }) => pass('push', `${headers['topic']} ${endpoint}`),
          onFailure: () => undefined,
        };
        const waiting = async (): Promise<number> => {
          const { rows } = await sql<{ waiting: number }>`
            SELECT (SELECT count(*) FROM outbox WHERE state = 'waiting')::int
                 + (SELECT count(*) FROM push_outbox WHERE sent_at IS NULL)::int AS waiting`.execute(
            database.db.kysely,
          );
          return rows[0]?.waiting ?? 0;
        };
        // Due at once, and never given up: a generated run of failures may be longer than any channel is tried.
        while ((await waiting()) > 0) {
          await sql`UPDATE outbox SET next_try_at = now(), tries = least(tries, 3) WHERE state = 'waiting'`.execute(
            database.db.kysely,
          );
          await sql`UPDATE push_outbox SET next_try_at = now(), tries = 0 WHERE sent_at IS NULL`.execute(
            database.db.kysely,
          );
          await Promise.all(
            Array.from({ length: 3 }, () => [
              deliverOutbox(mailing, { channel: 'email', limit: 20 }),
              deliverOutbox(mailing, { channel: 'sms', limit: 20 }),
              deliverPushes(pushing, { limit: 20 }),
            ]).flat(),
          );
        }

        const told = events.filter(({ isKept, isTold }) => isKept && isTold).map(whose);
        const has = (contacts: Contacts, kind: 'email' | 'phone') => contacts === kind || contacts === 'both';
        expect({ email: arrived.email.size, sms: arrived.sms.size, push: arrived.push.size }).toEqual({
          email: told.filter(({ contacts }) => has(contacts, 'email')).length,
          sms: told.filter(({ contacts }) => has(contacts, 'phone')).length,
          push: told.reduce((sum, { devices }) => sum + devices, 0),
        });
        const { rows } = await sql<{ events: number; messages: number; one: number }>`
          SELECT (SELECT count(*) FROM security_events)::int AS events, (SELECT count(*) FROM all_messages)::int AS messages,
                 (SELECT count(*) FROM all_messages m JOIN security_events e ON e.id = m.subject_id
                   WHERE e.kind = m.event AND e.person_id = m.person_id)::int AS one`.execute(database.db.kysely);
        const kept = events.filter(({ isKept }) => isKept).length;
        expect(rows[0]).toEqual({ events: kept, messages: told.length, one: told.length });
      },
    ),
    { numRuns: 12 },
  );
});
