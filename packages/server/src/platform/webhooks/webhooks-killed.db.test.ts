import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { newId, type RecordId } from '@tern/base/ids';
import { openWebhookReceiver, type WebhookReceiver } from '@tern/testkit/webhook-receiver';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSendingWorld, type SendingWorld, type TestPerson } from '../../money/transfers/testing/sending-world.ts';
import { openWebhook, testWebhookKey } from './testing/open-webhook.ts';

// Goal: whatever dies wherever, every event arrives, and none after a later one of its subject. Method: processes of their own
// that deliver over real HTTP and are killed with SIGKILL at each named point, or in the middle, while records go on changing.
let world: SendingWorld;
let receiver: WebhookReceiver;
let person: TestPerson;
const script = fileURLToPath(new URL('./testing/deliver-until-killed.ts', import.meta.url));
const running = new Set<ChildProcess>();

beforeAll(async () => {
  [world, receiver] = [await createSendingWorld(), await openWebhookReceiver()];
  person = await world.person();
  const { secret } = await openWebhook(world, { url: receiver.url, kinds: ['sends'] });
  receiver.secrets = [secret];
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await receiver.close();
  await world.drop();
});

function startWorker(crashAt: string): ChildProcess {
  const child = fork(script, [world.workerUrl, receiver.origin, testWebhookKey.toString('hex')], {
    env: { ...process.env, TERN_CRASH_AT: crashAt },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

const steps = ['pending-review', 'review-approved', 'withdrawing', 'success'] as const;

async function addRecord(): Promise<RecordId> {
  const id = newId<RecordId>();
  await sql`
    INSERT INTO records (id, person_id, wallet_id, type, direction, status, settlement, asset, amount, source_kind, source_id)
    VALUES (${id}, ${person.personId}, ${person.walletId}, 'outgoing', 'out', ${steps[0]}, 'chain', 'usdt', 1, 'test', ${id})`.execute(
    world.db.kysely,
  );
  return id;
}

const advance = (id: RecordId, status: string) =>
  sql`UPDATE records SET status = ${status} WHERE id = ${id}`.execute(world.asWorker.kysely);

/** A dead worker's lease ends, without a minute of waiting. */
const endLeases = () =>
  sql`UPDATE webhook_deliveries SET next_try_at = now() WHERE state = 'waiting'`.execute(world.db.kysely);

const unsettled = async (): Promise<number> =>
  (await sql`SELECT FROM webhook_deliveries WHERE state <> 'delivered'`.execute(world.db.kysely)).rows.length;

test.each(['h0:5', 'h1:1', 'h1:7', 'h2:3', 'in the middle'])(
  'W23 killed at %s: every event arrives, in the order of its subject',
  async (place) => {
    receiver.events.length = 0;
    const ids = await Promise.all(Array.from({ length: 12 }, addRecord));
    const victim = startWorker(place.startsWith('h') ? place : '');
    const dead = once(victim, 'exit');
    for (const step of steps.slice(1)) {
      await Promise.all(ids.map((id) => advance(id, step)));
      if (place === 'in the middle' && step === 'withdrawing') {
        await expect.poll(() => receiver.events.length, { timeout: 20_000 }).toBeGreaterThan(5);
        victim.kill('SIGKILL');
      }
    }
    expect((await dead)[1]).toBe('SIGKILL');
    await endLeases();
    const survivors = [startWorker(''), startWorker('')];
    await expect.poll(unsettled, { timeout: 30_000 }).toBe(0);
    for (const survivor of survivors) survivor.kill('SIGKILL');

    for (const id of ids) {
      const arrived = receiver.events.filter(({ subject }) => subject === id);
      const numbers = arrived.map(({ sequence }) => sequence);
      expect(numbers, 'a repetition comes before anything later').toEqual(numbers.toSorted((a, b) => a - b));
      expect([...new Set(arrived.map(({ type }) => type))]).toEqual(steps.map((step) => `send.${step}`));
    }
    if (place.startsWith('h1')) expect(receiver.events.length).toBeGreaterThan(ids.length * steps.length);
  },
  60_000,
);
