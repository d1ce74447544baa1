import { randomBytes, randomUUID } from 'node:crypto';
import { systemClock } from '@tern/base/clock';
import type { OperatorId } from '@tern/base/ids';
import { openCommitTimes } from '@tern/db/time-commits';
import { transact } from '@tern/db/transact';
import { units, zero } from '@tern/money/units';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { addOperator } from '@tern/testkit/operators';
import { openWebhookReceiver, type WebhookReceiver } from '@tern/testkit/webhook-receiver';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stallLimitsOf } from '../../chain/chain-view/public.ts';
import { testAssets } from '../../money/transfers/testing/sending-world.ts';
import { deliverOutbox, outboxBox } from '../../platform/messaging/public.ts';
import { openWebhookDelivery, webhookBox, webhookTransport } from '../../platform/webhooks/public.ts';
import { openWebhook, testWebhookKey } from '../../platform/webhooks/testing/open-webhook.ts';
import { waitingRoles } from '../home/public.ts';
import { sendDigests, tellAddresses, tellKeys } from '../notices/public.ts';
import { tellAlarms, tellWaiting } from './tell-states.ts';

// Goal: other systems and operators are told what the console's first page says, when it changes, and not more often. Method: the
// worker's own role on a database of its own, a real receiver, and the mail as it leaves.
const sessionKeys = [Buffer.alloc(32, 3)] as const;
let database: TestDatabase;
let receiver: WebhookReceiver;
let tom: OperatorId;
beforeAll(async () => {
  [database, receiver] = [await createTestDatabase(), await openWebhookReceiver()];
  const { secret } = await openWebhook(database, { url: receiver.url, kinds: ['alarms', 'waiting'] });
  receiver.secrets = [secret];
  tom = await addOperator(database.db, { name: 'tom', role: 'treasurer' });
});
afterAll(async () => {
  await receiver.close();
  await database.drop();
});

const level = { shareBasisPoints: 0n, minimum: zero, floorPercent: 0n };
const hot = { usdt: level, trx: level, reward: level };
const rules = { sourcesMin: 1, deviationMaxBasisPoints: 100n, ageMaxMs: 60_000 };
const noFault = (error: unknown): never => {
  throw error;
};
const alarmDeps = () => ({
  db: database.asWorker,
  stallLimits: stallLimitsOf({ blockMs: 3_000, confirmations: 19 }),
  hotSettings: hot,
  assets: Object.values(testAssets),
  commitTimes: openCommitTimes(database.asWorker),
  onFault: noFault,
});
const waitingDeps = () => ({
  db: database.asWorker,
  rolesOf: waitingRoles,
  hot,
  fee: { stakeSun: zero, freeMinSun: units(40n) },
  prices: { usdt: rules, trx: rules, reward: rules },
  bonus: units(20n),
});
const steps = {
  'tell-alarms': () => tellAlarms(alarmDeps()),
  'tell-waiting': () => tellWaiting(waitingDeps()),
  'send-digests': () =>
    sendDigests({ ...waitingDeps(), outboxBox: outboxBox(sessionKeys), consoleUrl: 'https://console.example.org' }),
  'tell-keys': () =>
    tellKeys({ ...waitingDeps(), outboxBox: outboxBox(sessionKeys), consoleUrl: 'https://console.example.org' }),
  'tell-addresses': () =>
    tellAddresses({ ...waitingDeps(), outboxBox: outboxBox(sessionKeys), consoleUrl: 'https://console.example.org' }),
};
const tick = (name: keyof typeof steps): Promise<number> => steps[name]();

/** What arrives at the receiver after this step. */
async function toldBy(name: keyof typeof steps): Promise<readonly (readonly [type: string, subject: string])[]> {
  receiver.events.length = 0;
  await tick(name);
  const delivery = openWebhookDelivery({
    db: database.asWorker,
    clock: systemClock,
    box: webhookBox(testWebhookKey),
    send: webhookTransport({ hosts: [receiver.origin] }),
    random: () => 0,
    onFailure: ({ why }) => noFault(new Error(why)),
  });
  while ((await delivery.tick()) > 0) await delivery.settle();
  return receiver.events.map(({ type, subject }) => [type, subject] as const).toSorted();
}

/** As the owner restores a copy: past every trigger. */
const restoring = (statement: RawBuilder<unknown>): Promise<void> =>
  transact(database.db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await statement.execute(tx);
  });

test('an alarm is told when it begins and when it ends, and not in between', async () => {
  await toldBy('tell-alarms');
  await restoring(sql`INSERT INTO flow_stops (flow, reason, stopped_by) VALUES ('swaps', 'a drill', ${tom})`);
  expect(await toldBy('tell-alarms')).toEqual([['alarm.began', 'alarm:FlowStopped']]);
  expect(receiver.events[0]?.data).toEqual({ alarm: 'FlowStopped', about: ['swaps'] });
  expect(await toldBy('tell-alarms')).toEqual([]);
  await restoring(sql`DELETE FROM flow_stops`);
  expect(await toldBy('tell-alarms')).toEqual([['alarm.ended', 'alarm:FlowStopped']]);
});

test('two workers at once tell an alarm once', async () => {
  await restoring(sql`INSERT INTO flow_stops (flow, reason, stopped_by) VALUES ('rewards', 'a drill', ${tom})`);
  await Promise.all([tick('tell-alarms'), tick('tell-alarms')]);
  expect(await toldBy('tell-alarms')).toEqual([['alarm.began', 'alarm:FlowStopped']]);
});

test('what waits is told for the role that decides it, when it changes', async () => {
  expect((await toldBy('tell-waiting')).map(([, subject]) => subject)).toEqual([
    'role:administrator',
    'role:reviewer',
    'role:treasurer',
  ]);
  await restoring(sql`
    INSERT INTO treasury_orders (id, kind, asset_id, amount, state)
    VALUES (gen_random_uuid(), 'cold', 'usdt', 1000000, 'proposed')`);
  expect(await toldBy('tell-waiting')).toEqual([['waiting.changed', 'role:treasurer']]);
  expect(receiver.events[0]?.data).toMatchObject({
    role: 'treasurer',
    waiting: expect.arrayContaining([{ kind: 'cold-orders', items: 1 }]),
  });
  expect(await toldBy('tell-waiting')).toEqual([]);
});

const mails = async (): Promise<readonly string[]> => {
  const { rows } = await sql<{ recipient: string }>`
    SELECT recipient FROM outbox WHERE template = 'operator-waiting' ORDER BY created_at`.execute(database.db.kysely);
  return rows.map(({ recipient }) => recipient);
};
const notices = (operator: OperatorId, on: boolean, email: string) =>
  restoring(sql`
    INSERT INTO operator_notices (operator_id, is_on, email, every_hours, language)
    VALUES (${operator}, ${on}, ${email}, 4, 'en')`);

test('an operator gets one mail within their hours, of what they may decide; others get none', async () => {
  await notices(await addOperator(database.db, { name: 'vera', role: 'viewer' }), true, 'vera@example.org');
  await notices(await addOperator(database.db, { name: 'uma', role: 'treasurer' }), false, 'uma@example.org');
  await notices(tom, true, 'tom@example.org');
  await Promise.all([tick('send-digests'), tick('send-digests')]);
  await tick('send-digests');
  expect(await mails()).toEqual(['tom@example.org']);
  await restoring(sql`UPDATE operator_notices SET sent_at = sent_at - interval '4 hours'`);
  await tick('send-digests');
  expect(await mails()).toEqual(['tom@example.org', 'tom@example.org']);
  await restoring(sql`UPDATE operator_notices SET sent_at = NULL`);
  await sql`UPDATE operators SET disabled_at = now() WHERE id = ${tom}`.execute(database.db.kysely);
  await tick('send-digests');
  expect(await mails()).toHaveLength(2);
});

test('the mail says how much of what waits, and where to decide it', async () => {
  const sent: { recipient: string; subject: string; text: string }[] = [];
  const mail = {
    send: (message: (typeof sent)[number]) => Promise.resolve(void sent.push(message)),
    close: () => undefined,
  };
  const delivery = {
    db: database.asWorker,
    outboxBox: outboxBox(sessionKeys),
    transports: { email: mail, sms: mail },
    fallback: undefined,
    smsReports: false,
    productName: 'Testwallet',
    onFailure: () => undefined,
  };
  await deliverOutbox(delivery, { channel: 'email', limit: 1 });
  expect(sent[0]).toMatchObject({ recipient: 'tom@example.org', subject: 'Testwallet: waiting for you' });
  expect(sent[0]?.text).toContain('- orders to cold storage: 1\n');
  expect(sent[0]?.text).toContain('Open the console: https://console.example.org/console');
});

const toldOf = async (template: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ recipient: string }>`
    SELECT recipient FROM outbox WHERE template = ${template} ORDER BY recipient`.execute(database.db.kysely);
  return rows.map(({ recipient }) => recipient);
};

async function keyOf(owner: OperatorId, name: string | null, from: string | null): Promise<string> {
  const id = randomUUID();
  await restoring(sql`
    INSERT INTO operator_passkeys (id, operator_id, credential_id, public_key, sign_count, transports, name,
                                   decides_money_from)
    VALUES (${id}, ${owner}, ${randomBytes(16)}, ${randomBytes(8)}, 0, '{}', ${name}, now() + ${from}::interval)`);
  return id;
}

test('O14 every administrator who wants mails and the operator are told of a further key, once, while it is new', async () => {
  const owner = await addOperator(database.db, { name: 'kim', role: 'viewer' });
  const away = await addOperator(database.db, { name: 'alma', role: 'administrator' });
  for (const [name, on] of [
    ['ada', true],
    ['ute', false],
  ] as const)
    await notices(await addOperator(database.db, { name, role: 'administrator' }), on, `${name}@example.org`);
  await notices(owner, true, 'kim@example.org');
  await notices(away, true, 'alma@example.org');
  await restoring(sql`UPDATE operators SET disabled_at = now() WHERE id = ${away}`);
  await keyOf(owner, 'Old', '-1 minutes');
  expect(await tick('tell-keys')).toBe(0);
  await keyOf(owner, 'In the safe', '3 days');
  await Promise.all([tick('tell-keys'), tick('tell-keys')]);
  expect(await toldOf('operator-key-added')).toEqual(['ada@example.org', 'kim@example.org']);
  expect(await tick('tell-keys')).toBe(0);
  await keyOf(owner, 'Of a phone', '3 days');
  expect(await tick('tell-keys')).toBe(2);
});

test('O14 a removal is told as an addition is, also of a first key, and only for three days', async () => {
  const owner = await addOperator(database.db, { name: 'lou', role: 'viewer' });
  await notices(owner, true, 'lou@example.org');
  const remove = (id: string, hours: number, reason = 'removed') =>
    restoring(sql`UPDATE operator_passkeys SET ended_at = now() - make_interval(hours => ${hours}), end_reason = ${reason}
                   WHERE id = ${id}`);
  await remove(await keyOf(owner, 'Long ago', '-40 days'), 73);
  await remove(await keyOf(owner, 'By two administrators', '-4 days'), 0, 'disabled');
  expect(await tick('tell-keys')).toBe(0);
  await remove(await keyOf(owner, null, null), 71);
  await Promise.all([tick('tell-keys'), tick('tell-keys')]);
  expect(await toldOf('operator-key-removed')).toEqual(['ada@example.org', 'lou@example.org']);
  expect(await tick('tell-keys')).toBe(0);
});

test('O14 a session alone silences nobody: a key’s operator is told with notices off, and at the address of before', async () => {
  const owner = await addOperator(database.db, { name: 'moe', role: 'viewer' });
  await notices(owner, true, 'moe@example.org');
  // As the console saves it, with its row in the log.
  const save = (on: boolean, email: string) =>
    transact(database.asConsole, async (tx) => {
      await sql`
        INSERT INTO operator_actions (operator_id, kind, subject, details)
        VALUES (${owner}, 'operator-notices-changed', ${owner}, '{}')`.execute(tx);
      await sql`UPDATE operator_notices SET is_on = ${on}, email = ${email} WHERE operator_id = ${owner}`.execute(tx);
    });
  const toldOfAddress = () => toldOf('operator-address-changed');
  await save(true, 'moe@example.org');
  expect(await tick('tell-addresses')).toBe(0);
  await save(false, 'thief@example.org');
  await Promise.all([tick('tell-addresses'), tick('tell-addresses')]);
  expect(await toldOfAddress()).toEqual(['moe@example.org', 'thief@example.org']);
  expect(await tick('tell-addresses')).toBe(0);
  await save(false, 'thief2@example.org');
  expect(await tick('tell-addresses')).toBe(2);
  expect(await toldOfAddress()).toEqual([
    'moe@example.org',
    'moe@example.org',
    'thief2@example.org',
    'thief@example.org',
  ]);
  await keyOf(owner, 'Thief’s', '3 days');
  await tick('tell-keys');
  const told = async () => (await toldOf('operator-key-added')).filter((recipient) => /moe|thief/.test(recipient));
  expect(await told()).toEqual(['moe@example.org', 'thief2@example.org']);
  // After three days the address of before is forgotten.
  await restoring(sql`UPDATE operator_notices SET earlier_until = earlier_until - interval '72 hours'`);
  await keyOf(owner, 'Second', '3 days');
  await tick('tell-keys');
  expect(await told()).toEqual(['moe@example.org', 'thief2@example.org', 'thief2@example.org']);
  const { rows } = await sql<{ earlier: string | null }>`
    SELECT earlier_email AS earlier FROM operator_notices WHERE operator_id = ${owner}`.execute(database.db.kysely);
  expect(rows).toEqual([{ earlier: null }]);
  expect(await tick('tell-addresses')).toBe(0);
});
