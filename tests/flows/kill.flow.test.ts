import { randomUUID } from 'node:crypto';
import type { RecordView } from '@tern/contracts/routes/records';
import { openApiClient } from '@tern/testkit/system/api-client';
import { mineUntil } from '@tern/testkit/system/chain-control';
import { freshAddress, solidBalance, type OutsideWallet } from '@tern/testkit/system/outside-wallet';
import type { Person } from '@tern/testkit/system/person';
import { startSystem, type System } from '@tern/testkit/system/start-system';
import { until } from '@tern/testkit/system/until';
import { openWebhookReceiver, type WebhookReceiver } from '@tern/testkit/webhook-receiver';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

// Goal: whatever dies wherever, money is credited once, paid once and never lost, and another system is told of it in order.
// Method: the whole system, with a webhook to a receiver that checks signatures by code of its own; each process is killed with
// SIGKILL at the named points of the fault matrix, or simply in the middle, and started again. The points of failed and expired
// payments (w11, w13) are shown beside the code that has them, in crash.db.test.ts.
const usdt = 1_000_000n;
let system: System;
let ana: Person;
let outside: OutsideWallet;
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await openWebhookReceiver();
  system = await startSystem({ blocks: 'on-demand', settings: { WEBHOOK_HOSTS: receiver.origin } });
  await openWebhook();
  ana = await system.register('email');
  await ana.setFactors();
  let ready = false;
  const opening = system
    .openOutsideWallet({ trx: 10_000_000_000n, usdt: 500_000n * usdt })
    .finally(() => (ready = true));
  await mineUntil(system.chain, 'an outside wallet', async () => ready);
  outside = await opening;
  const funded = await pay(40_000n * usdt);
  await credited(funded);
});
afterAll(async () => {
  await system.stop();
  await receiver.close();
});

/** Two administrators open it, before anything happens. */
async function openWebhook(): Promise<void> {
  const [ada, ben] = [await system.desk('ada', 'administrator'), await system.desk('ben', 'administrator')];
  const content = { kind: 'webhook-open', name: 'Books', url: receiver.url, kinds: ['deposits', 'sends'] };
  const proposed = await ada.decide('/changes/question', '/changes', { content, note: 'For the books' });
  const { id } = proposed.body as { readonly id: string };
  const opened = await ben.decide('/changes/decision/question', '/changes/decision', { id, decision: 'carry-out' });
  receiver.secrets = [(opened.body as { readonly secret: string }).secret];
}

// Every test leaves a system that runs, with nothing under way.
afterEach(async () => {
  for (const name of ['devchain', 'inbox', 'signer', 'worker', 'api'] as const) {
    expect(system.processes.isRunning(name), name).toBe(true);
  }
});

type Payment = { readonly person: Person; readonly amount: bigint; readonly before: bigint; readonly txId: string };
let paid = 0n;

/** An outside payment of an amount no other payment has, in a block. */
async function pay(base: bigint, person = ana): Promise<Payment> {
  paid += 1n;
  const amount = base + paid;
  const before = await person.available('usdt');
  const txId = await outside.pay(person.wallet.address, 'usdt', amount);
  await system.chain.mine(1);
  return { person, amount, before, txId };
}

/** Resolves once the payment is credited; throws unless it was credited exactly once. */
async function credited({ person, amount, before, txId }: Payment): Promise<void> {
  await mineUntil(system.chain, 'the credit', async () => (await person.available('usdt')) !== before);
  await system.chain.mine(5);
  expect(await person.available('usdt')).toBe(before + amount);
  const records = (await person.records()).filter(
    ({ type, amount: shown }) => type === 'incoming' && shown === `${amount}`,
  );
  expect(records.map(({ status }) => status)).toEqual(['success']);
  const { rows } = await sql`SELECT FROM deposits WHERE tx_id = ${txId}`.execute(system.db.kysely);
  expect(rows).toHaveLength(1);
}

type Sending = { readonly record: RecordView; readonly to: string; readonly amount: bigint };

async function send(whole = 2n, to = freshAddress()): Promise<Sending> {
  const record = await ana.send({ to, assetId: 'usdt', amount: String(whole) });
  return { record, to, amount: whole * usdt };
}

/** Resolves once the send is over; throws unless it was paid exactly once, with the first signed bytes. */
async function arrived({ record: { id }, to, amount }: Sending): Promise<void> {
  const end = await mineUntil(system.chain, `the payment ${id}`, async () => {
    await system.skipWaits();
    const record = await ana.record(id);
    return record.status !== 'withdrawing' && record.status !== 'review-approved' && record;
  });
  expect(end.status).toBe('success');
  expect(await solidBalance(system, to, 'usdt')).toBe(amount);
  const { rows } = await sql<{ state: string }>`
    SELECT a.state FROM withdrawal_attempts a JOIN withdrawals w ON w.id = a.withdrawal_id
     WHERE w.record_id = ${id}`.execute(system.db.kysely);
  expect(rows).toEqual([{ state: 'succeeded' }]);
}

/** What only time does otherwise: claims of dead processes run out, after 15 and 30 seconds. */
async function claimsRunOut(): Promise<void> {
  await sql`UPDATE withdrawals SET leased_until = clock_timestamp() WHERE lease IS NOT NULL`.execute(system.db.kysely);
  await sql`UPDATE withdrawal_drafts SET claimed_until = clock_timestamp() WHERE claimed_until IS NOT NULL`.execute(
    system.db.kysely,
  );
}

/** Starts a stopped process that dies at a point, and does `meanwhile` again and again until it has. */
async function startAndDie(name: 'worker' | 'signer', point: string, meanwhile: () => Promise<void>): Promise<void> {
  const starting = system.processes.start(name, { TERN_CRASH_AT: point }).catch(() => undefined);
  const ended = system.processes.ended(name);
  await until(`${name} dies at ${point}`, async () => {
    if (!system.processes.isRunning(name)) return true;
    await meanwhile();
    return undefined;
  });
  await starting;
  expect(await ended).toBe('SIGKILL');
  await claimsRunOut();
}

/** What only time does otherwise: an event that a dead worker had in hand is due again, after a minute. */
async function allEventsTold(): Promise<void> {
  await until('every event is delivered', async () => {
    await sql`UPDATE webhook_deliveries SET next_try_at = now() WHERE state = 'waiting' AND tries > 0`.execute(
      system.db.kysely,
    );
    const { rows } = await sql`SELECT FROM webhook_deliveries WHERE state <> 'delivered'`.execute(system.db.kysely);
    return rows.length === 0;
  });
}

/** How often each event of a record arrived, in the order of arrival; throws where one came behind a later one. */
function arrivalsOf(subject: string): readonly string[] {
  const arrived = receiver.events.filter((event) => event.subject === subject);
  const numbers = arrived.map(({ sequence }) => sequence);
  expect(numbers, 'a repetition comes before anything later').toEqual(numbers.toSorted((a, b) => a - b));
  return [...Map.groupBy(arrived, ({ id }) => id).values()].map((each) => `${each[0]?.type} ${each.length}`);
}

/** No faster than a busy worker reads. */
async function mineSome(): Promise<void> {
  if ((await system.chain.unread()) < 30) await system.chain.mine(2);
}

describe('a deposit', () => {
  test.each(['d0', 'd1', 'd2', 'd3', 'd4'])('M19 is credited once after the worker died at %s', async (point) => {
    // Only a first top-up passes the point of the activation.
    const person = point === 'd4' ? await system.register('email') : ana;
    await system.processes.kill('worker');
    const payment = await pay(15n * usdt, person);
    await system.chain.mine(20);
    // Irreversible already; a chain that moves on all the time would keep contracts from being asked at one block.
    await startAndDie('worker', point, async () => undefined);
    await system.processes.start('worker');
    await credited(payment);
  });

  test.each(['worker', 'api', 'signer', 'devchain'] as const)(
    'M19 F-K1 is credited once after %s was killed while it was confirming',
    async (name) => {
      const payment = await pay(7n * usdt);
      await until('seen', async () => (await ana.records())[0]?.status === 'confirming');
      await system.processes.kill(name);
      await system.processes.start(name);
      await credited(payment);
    },
  );

  test('M19 F-D1 is credited once after the database crashed while it was confirming', async () => {
    const payment = await pay(9n * usdt);
    await until('seen', async () => (await ana.records())[0]?.status === 'confirming');
    await system.crashDatabase();
    await credited(payment);
  });
});

describe('a send', () => {
  test('M19 is paid once after the worker died at every point on its way', async () => {
    await system.processes.kill('worker');
    const sendings: Sending[] = [];
    for (const point of ['w4', 'w5', 'w6', 'w7', 'w8', 'w9', 'w10', 'w12']) {
      sendings.push(await send());
      await startAndDie('worker', point, mineSome);
    }
    await system.processes.start('worker');
    for (const sending of sendings) await arrived(sending);
  });

  test('M19 is paid once after the signer died with the signature made and not handed over', async () => {
    await system.processes.kill('signer');
    const sending = await send();
    await startAndDie('signer', 'w5', system.skipWaits);
    await system.processes.start('signer');
    await arrived(sending);
  });

  test.each(['w0', 'w1'])(
    'M02 M19 is done once when the api died at %s and the person pressed again',
    async (point) => {
      const to = freshAddress();
      const draft = await ana.draft({ to, assetId: 'usdt', amount: '3' });
      const available = await ana.available('usdt');
      const key = randomUUID();
      await system.processes.kill('api');
      await system.processes.start('api', { TERN_CRASH_AT: point });
      const ended = system.processes.ended('api');
      await expect(ana.confirm(draft, { key })).rejects.toThrow();
      expect(await ended).toBe('SIGKILL');
      await claimsRunOut();
      await system.processes.start('api');
      const again = await ana.confirm(draft, { key });
      expect(again.status, again.text).toBe(200);
      expect(await ana.available('usdt')).toBe(available - BigInt(draft.total));
      await arrived({ record: again.body as RecordView, to, amount: 3n * usdt });
    },
  );

  test('M19 keeps what operators decided when the console died at w2 and w3', async () => {
    const [olga, pavel] = [await system.desk('olga', 'reviewer'), await system.desk('pavel', 'reviewer')];
    const sending = await send(10_000n);
    const { output } = await system.operator(['reviews']);
    const id =
      output
        .split('\n')
        .find((line) => line.includes(sending.to))
        ?.slice(0, 36) ?? '';
    const approveAndDie = async (desk: typeof olga, point: string): Promise<void> => {
      await system.processes.stop('console');
      await system.processes.start('console', { TERN_CRASH_AT: point });
      const ended = system.processes.ended('console');
      await expect(desk.approve(id)).rejects.toThrow();
      expect(await ended).toBe('SIGKILL');
      await system.processes.start('console');
    };
    await approveAndDie(olga, 'w2');
    expect(await ana.record(sending.record.id)).toMatchObject({ status: 'pending-review' });
    expect((await olga.approve(id)).outcome).toBe('already-decided-by-you');
    await approveAndDie(pavel, 'w3');
    await arrived(sending);
  });

  test.each(['worker', 'api', 'signer', 'devchain'] as const)(
    'M19 F-K1 is paid once after %s was killed',
    async (name) => {
      const sending = await send();
      await system.processes.kill(name);
      await system.processes.start(name);
      await claimsRunOut();
      await arrived(sending);
    },
  );

  test('M19 F-D1 is paid once after the database crashed, twice', async () => {
    const sending = await send();
    await system.crashDatabase();
    await claimsRunOut();
    await mineUntil(system.chain, 'the payment in a block', async () => {
      await system.skipWaits();
      const { status, confirmations } = await ana.record(sending.record.id);
      return confirmations !== null || status === 'success';
    });
    await system.crashDatabase();
    await claimsRunOut();
    await arrived(sending);
  });
});

describe('an event for a webhook', () => {
  test.each([
    ['h0', ['deposit.confirming 1', 'deposit.success 1']],
    // It had arrived, and nobody had noted that.
    ['h1', ['deposit.confirming 2', 'deposit.success 1']],
    ['h2', ['deposit.confirming 1', 'deposit.success 1']],
  ])('W23 arrives in its order after the worker died at %s', async (point, arrivals) => {
    await allEventsTold();
    await system.processes.kill('worker');
    const payment = await pay(5n * usdt);
    await startAndDie('worker', point, async () => undefined);
    await system.processes.start('worker');
    await credited(payment);
    await allEventsTold();
    expect(arrivalsOf(await recordOf(payment))).toEqual(arrivals);
  });

  test('W23 arrives in its order after the database crashed before its answer was noted', async () => {
    await allEventsTold();
    let crashed: Promise<void> | undefined;
    // The answer comes while there is no database to note it in.
    receiver.answer = (_, response) => {
      crashed ??= system.crashDatabase();
      void until('no database', isDatabaseGone).then(() => response.writeHead(204).end());
    };
    const payment = await pay(6n * usdt);
    await until('the crash', () => crashed !== undefined);
    receiver.answer = undefined;
    await crashed;
    await credited(payment);
    await allEventsTold();
    expect(arrivalsOf(await recordOf(payment))).toEqual(['deposit.confirming 2', 'deposit.success 1']);
  });
});

const isDatabaseGone = (): Promise<boolean> =>
  sql`SELECT`.execute(system.db.kysely).then(
    () => false,
    () => true,
  );

/** As its person sees it: a deposit that waited in suspense for a moment is credited to the same record. */
async function recordOf({ person, amount }: Payment): Promise<string> {
  const found = (await person.records()).find((each) => each.type === 'incoming' && each.amount === `${amount}`);
  return found?.id ?? 'none';
}

test('W23 whatever died, every event arrived, in the order of its subject and no more often than it was tried', async () => {
  await allEventsTold();
  const { rows } = await sql<{ id: string; subject: string; tries: number }>`
    SELECT e.id, e.subject, d.tries FROM webhook_events e JOIN webhook_deliveries d USING (sequence)`.execute(
    system.db.kysely,
  );
  // The deposits and the sends above, each with two events or more.
  expect(rows.length).toBeGreaterThan(50);
  for (const subject of new Set(rows.map((row) => row.subject))) arrivalsOf(subject);
  const times = Map.groupBy(receiver.events, ({ id }) => id);
  expect(new Set(times.keys())).toEqual(new Set(rows.map(({ id }) => id)));
  expect(rows.filter(({ id, tries }) => (times.get(id)?.length ?? 0) > tries)).toEqual([]);
  expect(receiver.refused).toEqual([]);
});

test('A19 a code reaches its person although the inbox was away when it was sent', async () => {
  await system.processes.kill('inbox');
  const email = `person-${randomUUID()}@example.org`;
  await openApiClient(system.url).post('/identity/register/code', { target: { kind: 'email', email } });
  await until('a message that waits', async () => {
    const { rows } = await sql`
      SELECT FROM outbox WHERE recipient = ${email} AND state = 'waiting' AND last_error IS NOT NULL`.execute(
      system.db.kysely,
    );
    return rows.length === 1;
  });
  await system.processes.start('inbox');
  expect(await system.inbox.waitForCode(email, new Set())).toMatch(/^\d{6}$/);
});

test('I01–I10 I22 afterwards everything is finished, and nothing contradicts itself or the chain', async () => {
  expect(await system.findContradictions()).toEqual([]);
});
