import { afterAll, beforeEach, expect, test } from 'vitest';
import type { DeliveryDeps } from './deliver-outbox.ts';
import { takeReports } from './take-reports.ts';
import { number, openProvidersWorld } from './testing/providers-world.ts';

// Goal: a text message reaches its person through whichever provider can deliver it, and no provider gets what another one has.
// Method: two providers that speak Twilio's wire format, with the answers its documentation shows.

const world = await openProvidersWorld();
const { database, deps, first, second, queue, deliver, due, pass, outbox, tries, report } = world;
afterAll(world.close);
beforeEach(world.forget);

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

test('the second one gets it at once where the first may have it and then reports that it did not arrive', async () => {
  first.answer = 'silent';
  await queue();
  await deliver();
  await report('sms', 'undelivered', '30003');
  await deliver();
  expect(second.texts).toHaveLength(1);
  expect(await tries()).toEqual(['sms undelivered 30003', 'sms-fallback accepted']);
  expect(await outbox()).toMatchObject([{ state: 'sent', kept: false }]);
});

test('such a report is worth as much when it comes before the first has broken off', async () => {
  const send = async () => {
    await report('sms', 'undelivered', '30003');
    await takeReports(database.asWorker, { channel: 'sms', limit: 20 });
    throw new Error('the line is dead');
  };
  await queue();
  await deliver('sms', { ...deps, transports: { ...deps.transports, sms: { ...deps.transports.sms, send } } });
  const { rows } = await database.db.pool.query(
    "SELECT next_try_at < now() + interval '30 seconds' AS soon FROM outbox",
  );
  expect(rows).toEqual([{ soon: true }]);
  await due();
  await deliver();
  expect(second.texts).toHaveLength(1);
});

test('A19 such a report wakes no message that a worker has in hand', async () => {
  first.answer = 'silent';
  await queue();
  await deliver();
  await database.db.pool.query("UPDATE outbox SET next_try_at = now() + interval '119 seconds'");
  await report('sms', 'undelivered', '30003');
  await deliver();
  expect(second.texts).toEqual([]);
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
