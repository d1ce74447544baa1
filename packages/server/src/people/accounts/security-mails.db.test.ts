import { securityEventKind } from '@tern/contracts/security-event';
import { transact } from '@tern/db/transact';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverOutbox, smtpTransport, type MessageTemplate } from '../../platform/messaging/public.ts';
import { catchMail, type MailCatcher } from '../../platform/messaging/testing/catch-mail.ts';
import { newTarget, openIdentityWorld, type IdentityWorld } from '../identity/testing/identity-world.ts';
import { recordSecurityEvent } from './record-security-event.ts';

let world: IdentityWorld;
let mailbox: MailCatcher;
beforeAll(async () => {
  world = await openIdentityWorld();
  mailbox = await catchMail();
});
afterAll(async () => {
  await mailbox.close();
  await world.database.drop();
});

test('every event of an account’s security leaves as exactly one mail and one message, however many workers send', async () => {
  const target = newTarget('email');
  const { session } = { session: await world.registerPerson({ target }) };
  const recipient = target.kind === 'email' ? target.email : '';
  const now = world.clock.now();
  await world.database.db.pool.query('DELETE FROM outbox');
  for (const kind of securityEventKind.options) {
    await transact(world.database.asApi, (tx) =>
      recordSecurityEvent<MessageTemplate>(tx, world.deps, {
        personId: session.personId,
        kind,
        now,
        // The text is the template's own matter; the link tells the mails apart.
        notice: {
          template: 'notice-word-set',
          values: { at: now.toISOString(), link: `https://wallet.example/${kind}.` },
        },
      }),
    );
  }
  const email = smtpTransport({ url: mailbox.url, password: undefined, from: { name: 'W', address: 'w@example.org' } });
  const failures: unknown[] = [];
  const deps = {
    db: world.database.asWorker,
    outboxBox: world.deps.keys.outboxBox,
    transports: { email, sms: email },
    productName: 'Testwallet',
    onFailure: (failure: object) => void failures.push(failure),
  };
  for (const round of [1, 2, 3]) {
    const sent = await Promise.all(
      Array.from({ length: 4 }, () => deliverOutbox(deps, { channel: 'email', limit: 20 })),
    );
    if (round === 3) expect(sent).toEqual([0, 0, 0, 0]);
  }
  email.close();
  expect(failures).toEqual([]);
  const told = mailbox.mails.map(({ recipients, raw }) => {
    const text = raw.replace(/=\r\n/g, '');
    return [recipients, securityEventKind.options.filter((kind) => text.includes(`wallet.example/${kind}.`))];
  });
  const each = (kinds: readonly string[]): readonly string[] => kinds.toSorted();
  expect(each(told.map(([, kinds]) => String(kinds)))).toEqual(each(securityEventKind.options));
  expect(told.every(([recipients]) => String(recipients) === recipient)).toBe(true);
  const messages = await world.database.db.kysely
    .selectFrom('all_messages')
    .select('event')
    .where('person_id', '=', session.personId)
    .execute();
  expect(each(messages.map(({ event }) => event))).toEqual(each(securityEventKind.options));
});
