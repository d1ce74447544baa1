import { afterAll, beforeEach, expect, test } from 'vitest';
import { openProvidersWorld } from './testing/providers-world.ts';

// Goal: nothing is sent to mailboxes that are not there, and nobody loses mails because a server refuses us. Method: a real SMTP
// server that refuses in the words of others, and reports of bounces.

const world = await openProvidersWorld();
const { database, mailbox, failures, queue, deliver, due, pass, outbox, tries, report } = world;
afterAll(world.close);
beforeEach(world.forget);

const mail = { channel: 'email', recipient: 'anna@example.org' } as const;

test('one the server refuses is not asked again for a day, then a week, then a month', async () => {
  mailbox.refuseWith = '550 5.1.1 no such user';
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

test.each([
  ['5.7.26', 0],
  ['5.2.1', 0],
  ['5.1.10', 1],
  ['HardBounce', 1],
])('a bounce with %s blocks %i mailboxes', async (code, blocked) => {
  await queue(mail);
  await deliver('email');
  await report('mail', 'bounced', code);
  await deliver('email');
  expect(await tries()).toEqual([`mail bounced ${code}`]);
  expect((await database.db.pool.query('SELECT FROM unreachable_recipients')).rowCount).toBe(blocked);
});

test.each(['554 5.7.1 Relay access denied', '550 relay not permitted', '550 5.7.1 blocked by policy'])(
  'a refusal that is about us (%s) keeps the mail, and says nothing about the mailbox',
  async (refusal) => {
    mailbox.refuseWith = `${refusal} <${mail.recipient}>`;
    failures.length = 0;
    await queue(mail);
    await deliver('email');
    expect((await database.db.pool.query('SELECT FROM unreachable_recipients')).rowCount).toBe(0);
    expect(await outbox()).toMatchObject([{ state: 'waiting', kept: true }]);
    expect(failures).toMatchObject([{ error: { message: `the mail server answers: ${refusal} …` } }]);
    mailbox.refuseWith = undefined;
    await due();
    await deliver('email');
    expect(mailbox.mails).toHaveLength(1);
  },
);

test('a mailbox that is shut loses this mail, and is asked again for the next', async () => {
  mailbox.refuseWith = '550 5.2.1 disabled';
  await queue(mail);
  await deliver('email');
  mailbox.refuseWith = undefined;
  await queue(mail);
  await deliver('email');
  expect((await outbox()).map(({ state }) => state)).toEqual(['dropped', 'sent']);
  expect(mailbox.mails).toHaveLength(1);
});

test('a refusal of the moment says nothing about the mailbox', async () => {
  mailbox.refuseWith = '451 4.3.0 refused by the test';
  await queue(mail);
  await deliver('email');
  expect((await database.db.pool.query('SELECT FROM unreachable_recipients')).rowCount).toBe(0);
  expect(await tries()).toEqual(['mail not-accepted']);
});
