import { manualClock, systemClock } from '@tern/base/clock';
import type { OperatorId, WebhookId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { addOperator } from '@tern/testkit/operators';
import { openWebhookReceiver, type WebhookReceiver } from '@tern/testkit/webhook-receiver';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSendingWorld, type SendingWorld, type TestPerson } from '../../money/transfers/testing/sending-world.ts';
import { freezePerson, unfreezePerson } from '../../people/accounts/public.ts';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { openWebhookDelivery, type WebhookDeps } from './deliver-webhooks.ts';
import { forgetWebhooks } from './forget-webhooks.ts';
import { openWebhook, rotateWebhook, testWebhookKey, turnWebhook } from './testing/open-webhook.ts';
import { webhookBox } from './webhook-box.ts';
import { claimDue } from './webhook-store.ts';
import { webhookTransport, type WebhookPost } from './webhook-transport.ts';

// Goal: other systems are told of everything once it is so, of nothing that was taken back, in order, and only by us. Method:
// what people and operators do, with the database's own roles, and a receiver that checks signatures by code of its own.
let world: SendingWorld;
let receiver: WebhookReceiver;
let ada: OperatorId;
let from: TestPerson;
let to: TestPerson;
const clock = manualClock(systemClock.now());
const failures: string[] = [];

beforeAll(async () => {
  [world, receiver] = [await createSendingWorld(), await openWebhookReceiver({ now: clock.nowMs })];
  ada = await addOperator(world.db, { name: 'ada' });
  [from, to] = [await world.person({ usdt: 60_000_000_000n }), await world.person()];
});
afterAll(async () => {
  await receiver.close();
  await world.drop();
});
beforeEach(async () => {
  await restoring(sql`UPDATE webhooks SET state = 'disabled'`);
  receiver.answer = undefined;
  receiver.events.length = 0;
  receiver.refused.length = 0;
  failures.length = 0;
});

/** As the owner restores a copy: past every trigger. */
const restoring = (statement: ReturnType<typeof sql>): Promise<void> =>
  transact(world.db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await statement.execute(tx);
  });

function delivery(changed: Partial<WebhookDeps> = {}) {
  return openWebhookDelivery({
    db: world.asWorker,
    clock,
    box: webhookBox(testWebhookKey),
    send: webhookTransport({ hosts: [receiver.origin] }),
    random: () => 0,
    onFailure: ({ why }) => failures.push(why),
    ...changed,
  });
}

/** Until nothing is due any more. */
async function deliverAll({ tick, settle } = delivery()): Promise<void> {
  while ((await tick()) > 0) await settle();
}

async function send(amount = '100'): Promise<string> {
  const { id } = await world.confirm(from, await world.draft(from, { to: to.address, amount }));
  return id;
}

async function open(kinds: Parameters<typeof openWebhook>[1]['kinds']): Promise<WebhookId> {
  const { id, secret } = await openWebhook(world, { url: receiver.url, kinds });
  receiver.secrets = [secret];
  return id;
}

const setStatus = (id: string, status: string) =>
  sql`UPDATE records SET status = ${status} WHERE id = ${id}`.execute(world.asWorker.kysely);

const states = async (webhookId: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ said: string }>`
    SELECT state || ' ' || tries AS said FROM webhook_deliveries WHERE webhook_id = ${webhookId} ORDER BY id`.execute(
    world.db.kysely,
  );
  return rows.map(({ said }) => said);
};

/** Time that passes for the deliveries alone. */
const pass = (hours: number) =>
  sql`UPDATE webhook_deliveries SET next_try_at = next_try_at - make_interval(hours => ${hours}),
        tried_from = tried_from - make_interval(hours => ${hours}), settled_at = settled_at - make_interval(hours => ${hours})`.execute(
    world.db.kysely,
  );

describe('what is told', () => {
  test('a send and the deposit it is to its receiver: ids, states and amounts as text, and nobody’s name or address', async () => {
    await open(['deposits', 'sends']);
    const id = await send('100');
    await deliverAll();
    const [sent, received] = receiver.events;
    expect(receiver.events).toHaveLength(2);
    expect(sent).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'send.success',
      at: expect.stringMatching(/Z$/),
      sequence: expect.any(Number),
      subject: id,
      replay: false,
      data: {
        record: id,
        person: expect.stringMatching(/^\d{8}$/),
        wallet: from.walletId,
        state: 'success',
        settlement: 'internal',
        asset: 'usdt',
        amount: '100000000',
        fee: '0',
        reason: null,
        transaction: null,
        block: null,
      },
    });
    expect(received).toMatchObject({ type: 'deposit.success', data: { wallet: to.walletId, amount: '100000000' } });
    const said = JSON.stringify(receiver.events);
    for (const hidden of [from.address, to.address, from.personId, to.personId]) expect(said).not.toContain(hidden);
  });

  test('a review from its opening to its end', async () => {
    await open(['reviews']);
    const id = await send('6000');
    await setStatus(id, 'cancelled');
    await deliverAll();
    expect(receiver.events.map(({ type, subject }) => [type, subject])).toEqual([
      ['review.opened', id],
      ['review.cancelled', id],
    ]);
  });

  test('a hold on an account begins and ends, without its reason', async () => {
    await open(['freezes']);
    const now = new Date();
    const { personId } = to;
    const act = (
      kind: 'person-frozen' | 'person-unfrozen',
      work: (tx: Parameters<typeof freezePerson>[0]) => Promise<boolean>,
    ) =>
      transact(world.asConsole, async (tx) => {
        expect(await work(tx)).toBe(true);
        await recordOperatorAction(tx, { operatorId: ada, kind, subject: personId });
      });
    await act('person-frozen', (tx) =>
      freezePerson(tx, { personId, reason: 'suspected-fraud', days: 2, operatorId: ada, now }),
    );
    await act('person-unfrozen', (tx) => unfreezePerson(tx, { personId, now }));
    await deliverAll();
    expect(receiver.events.map(({ type }) => type)).toEqual(['freeze.began', 'freeze.lifted']);
    expect(Object.keys(receiver.events[0]?.data ?? {}).toSorted()).toEqual(['freeze', 'person', 'until']);
  });

  test('nothing of what was taken back, nothing of other kinds, and nothing while it is disabled', async () => {
    const id = await open(['sends']);
    await transact(world.asWorker, async (tx) => {
      await sql`UPDATE records SET status = 'failed' WHERE person_id = ${from.personId}`.execute(tx);
      throw new Error('taken back');
    }).catch(() => undefined);
    await turnWebhook(world, id, 'disabled');
    await send();
    await turnWebhook(world, id, 'active');
    await deliverAll();
    expect(receiver.events).toEqual([]);
  });
});

describe('the order', () => {
  test('W23 a later event of a subject waits for the earlier one; other subjects go on', async () => {
    const webhookId = await open(['sends']);
    const slow = await send('6000');
    await setStatus(slow, 'cancelled');
    receiver.answer = ({ subject }, response) => void response.writeHead(subject === slow ? 503 : 204).end();
    const other = await send();
    await deliverAll();
    expect(receiver.events.map(({ type, subject }) => [type, subject])).toEqual([
      ['send.pending-review', slow],
      ['send.success', other],
    ]);
    expect(await states(webhookId)).toEqual(['waiting 1', 'waiting 0', 'delivered 1']);
    receiver.answer = undefined;
    await pass(1);
    await deliverAll();
    expect(receiver.events.map(({ type }) => type).slice(2)).toEqual(['send.pending-review', 'send.cancelled']);
    expect(failures).toEqual(['answered 503']);
  });

  test('W23 of what is due at one moment the first of each subject is taken, by one of two workers', async () => {
    await open(['sends']);
    const [one, two] = [await send('6000'), await send('6000')];
    for (const id of [one, two]) await setStatus(id, 'cancelled');
    const claim = () => claimDue(world.asWorker.kysely, { busy: [], perWebhook: 8 });
    const taken = (await Promise.all([claim(), claim(), claim()])).flat();
    expect(taken.map(({ subject, type }) => [subject, type]).toSorted()).toEqual(
      [one, two].map((id) => [id, 'send.pending-review']).toSorted(),
    );
  });

  test('W23 one that a dying worker left in its hand is sent again, and nothing of its subject before', async () => {
    await open(['sends']);
    const id = await send('6000');
    await setStatus(id, 'cancelled');
    // Takes the event, and is never heard of again.
    const dying = delivery({ send: () => new Promise(() => undefined) });
    void dying.tick();
    await expect
      .poll(
        async () =>
          (
            await sql`SELECT FROM webhook_deliveries WHERE lease IS NOT NULL AND subject = ${id}`.execute(
              world.db.kysely,
            )
          ).rows.length,
      )
      .toBe(1);
    await deliverAll();
    expect(receiver.events).toEqual([]);
    await pass(1);
    await deliverAll();
    expect(receiver.events.map(({ type }) => type)).toEqual(['send.pending-review', 'send.cancelled']);
  });

  test('a worker that is late has no say any more', async () => {
    const webhookId = await open(['sends']);
    await send();
    let answer: (status: number) => void = () => undefined;
    const late = delivery({ send: () => new Promise((resolve) => (answer = resolve)) });
    const tick = late.tick();
    await expect.poll(() => states(webhookId)).toEqual(['waiting 1']);
    await pass(1);
    receiver.answer = (_event, response) => void response.writeHead(500).end();
    await deliverAll();
    answer(200);
    await tick;
    expect(await states(webhookId)).toEqual(['waiting 2']);
  });

  test('a receiver that hangs keeps no other waiting', async () => {
    const hangs = await openWebhook(world, { url: `${receiver.origin}/hangs`, kinds: ['sends'] });
    const well = await open(['sends']);
    const send_ = webhookTransport({ hosts: [receiver.origin] });
    const both = delivery({
      send: (post) => (post.url.endsWith('/hangs') ? new Promise(() => undefined) : send_(post)),
    });
    await send();
    await both.tick();
    await send();
    await both.tick();
    await expect.poll(() => states(well)).toEqual(['delivered 1', 'delivered 1']);
    expect(await states(hangs.id)).toEqual(['waiting 1', 'waiting 0']);
  });

  test('a receiver that hangs keeps no other waiting, also when it was the only one that anything was due for', async () => {
    await openWebhook(world, { url: `${receiver.origin}/hangs`, kinds: ['sends'] });
    const send_ = webhookTransport({ hosts: [receiver.origin] });
    const both = delivery({
      send: (post) => (post.url.endsWith('/hangs') ? new Promise(() => undefined) : send_(post)),
    });
    await send();
    expect(await both.tick()).toBe(1);
    const well = await open(['sends']);
    await send();
    expect(await both.tick()).toBe(1);
    await expect.poll(() => states(well)).toEqual(['delivered 1']);
  });
});

describe('trying again', () => {
  test('after three days an event is parked, and what follows of its subject with it', async () => {
    const webhookId = await open(['sends']);
    receiver.answer = (_event, response) => void response.writeHead(500).end();
    const id = await send('6000');
    await setStatus(id, 'cancelled');
    await deliverAll();
    await pass(71);
    await deliverAll();
    expect(await states(webhookId)).toEqual(['waiting 2', 'waiting 0']);
    await pass(2);
    await deliverAll();
    expect(await states(webhookId)).toEqual(['parked 3', 'waiting 0']);
    const { rows } = await sql<{ status: number }>`SELECT status FROM webhook_attempts a JOIN webhook_deliveries d
      ON d.id = a.delivery_id WHERE d.webhook_id = ${webhookId}`.execute(world.db.kysely);
    expect(rows.map(({ status }) => status)).toEqual([500, 500, 500]);
  });

  test('what was delivered is forgotten after thirty days, what is parked is not', async () => {
    const webhookId = await open(['sends']);
    await send();
    await deliverAll();
    await restoring(sql`UPDATE webhook_events SET at = at - interval '31 days'`);
    await forgetWebhooks({ db: world.asWorker }, { limit: 1_000 });
    expect(await states(webhookId)).toEqual(['delivered 1']);
    await pass(31 * 24);
    await forgetWebhooks({ db: world.asWorker }, { limit: 1_000 });
    expect(await states(webhookId)).toEqual([]);
    const { rows } = await sql`SELECT FROM webhook_deliveries WHERE state = 'parked'`.execute(world.db.kysely);
    expect(rows.length).toBeGreaterThan(0);
  });
});

describe('who it is from', () => {
  test('W21 without the secret nothing is accepted', async () => {
    await open(['sends']);
    receiver.secrets = ['whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='];
    await send();
    await deliverAll();
    expect([receiver.events, receiver.refused]).toEqual([[], ['signature-wrong']]);
  });

  test('W21 W22 a recorded request is refused once it is changed or five minutes old, and a new try of the event is not', async () => {
    await open(['sends']);
    receiver.answer = (_event, response) => void response.writeHead(503).end();
    const transport = webhookTransport({ hosts: [receiver.origin] });
    const recorded: WebhookPost[] = [];
    await send();
    await deliverAll(delivery({ send: (post) => transport(recorded[recorded.push(post) - 1] ?? post) }));
    const [post] = recorded;
    if (post === undefined) throw new Error('nothing was sent');
    receiver.answer = undefined;
    const now = String(Math.floor(clock.nowMs() / 1_000) + 301);
    clock.advance(301_000);
    expect(await transport(post)).toBe(400);
    expect(await transport({ ...post, headers: { ...post.headers, 'webhook-timestamp': now } })).toBe(400);
    expect(await transport({ ...post, body: post.body.replace('"replay":false', '"replay":true') })).toBe(400);
    expect(receiver.refused).toEqual(['too-old', 'signature-wrong', 'too-old']);
    await pass(1);
    await deliverAll();
    expect(receiver.events.map(({ id }) => id)).toEqual([post.headers['webhook-id'], post.headers['webhook-id']]);
  });

  test('W21 for a day after a rotation both secrets sign, then the new one alone', async () => {
    const id = await open(['sends']);
    const [before] = receiver.secrets;
    const after = await rotateWebhook(world, id);
    for (const secret of [before ?? '', after]) {
      receiver.secrets = [secret];
      await send();
      await deliverAll();
    }
    expect(receiver.events).toHaveLength(2);
    await restoring(sql`UPDATE webhooks SET former_until = now() - interval '1 second' WHERE id = ${id}`);
    receiver.secrets = [before ?? ''];
    await send();
    await deliverAll();
    expect([receiver.events.length, receiver.refused]).toEqual([2, ['signature-wrong']]);
  });

  test('a former secret whose key is gone does not keep the new one from signing', async () => {
    const id = await open(['sends']);
    const secret = await rotateWebhook(world, id);
    await restoring(sql`UPDATE webhooks SET former_sealed = '\\x01' WHERE id = ${id}`);
    receiver.secrets = [secret];
    await send();
    await deliverAll();
    expect(receiver.events).toHaveLength(1);
  });

  test('X07 no process opens or changes a webhook that two operators have not decided', async () => {
    const id = await open(['sends']);
    const turn = sql`UPDATE webhooks SET url = 'https://evil.example/' WHERE id = ${id}`;
    await expect(turn.execute(world.asConsole.kysely)).rejects.toThrow('not what two operators decided');
    await expect(turn.execute(world.asWorker.kysely)).rejects.toThrow('permission denied');
    await expect(turn.execute(world.asApi.kysely)).rejects.toThrow('permission denied');
    await expect(
      sql`SELECT emit_webhook_event('sends', 'send.success', 'x', '{}')`.execute(world.asApi.kysely),
    ).rejects.toThrow('permission denied');
  });
});
