import { randomBytes } from 'node:crypto';
import { newId } from '@tern/base/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countForMetrics } from './count-for-metrics.ts';
import { listRequests } from './list-requests.ts';
import { rejectRequest } from './reject-request.ts';
import { openConnectionWorld, type ConnectionWorld, type Settled } from './testing/connection-world.ts';

// Goal: a person is told that a site waits while the app is closed, and operators see how much is asked for. Method: the real
// slice over a real database.

let world: ConnectionWorld;
beforeAll(async () => {
  world = await openConnectionWorld();
});
afterAll(() => world.identity.database.drop());

/** Has this session's device told what happens. */
async function subscribe({ personId, sessionId }: Settled): Promise<void> {
  await sql`
    INSERT INTO push_subscriptions (id, person_id, session_id, endpoint, p256dh, auth, hide_amounts)
    VALUES (${newId()}, ${personId}, ${sessionId}, ${`https://push.example/${sessionId}`}, ${randomBytes(65)},
      ${randomBytes(16)}, false)`.execute(world.identity.database.db.kysely);
}

async function toldTo({ personId }: Settled): Promise<readonly { readonly id: string; readonly event: string }[]> {
  const { rows } = await sql<{ id: string; event: string }>`
    SELECT p.message_id AS id, p.event FROM push_outbox p JOIN push_subscriptions s ON s.id = p.subscription_id
     WHERE s.person_id = ${personId} AND p.kind = 'site-request' ORDER BY p.created_at`.execute(
    world.identity.database.db.kysely,
  );
  return rows;
}

test('a request is told to the devices of its person, once, and to nobody else', async () => {
  const [ana, ben] = [await world.settle(), await world.settle()];
  await Promise.all([ana, ben].map(subscribe));
  const { site } = await world.connect(ana);
  const delivery = site.ask(ana.address, world.nowSeconds());
  expect([await world.take(delivery), await world.take(delivery)]).toEqual(['taken', 'replayed']);
  const [request] = await listRequests(world.api, ana.personId);
  expect(await toldTo(ana)).toEqual([{ id: request?.id, event: 'site-asks' }]);
  expect(await toldTo(ben)).toEqual([]);
});

test('C04 a site that asks again and again rings ten times in an hour, and no site rings for what is refused', async () => {
  const ana = await world.settle();
  await subscribe(ana);
  const { site } = await world.connect(ana);
  for (let asked = 0; asked < 12; asked += 1) {
    expect(await world.take(site.ask(ana.address, world.nowSeconds()))).toBe('taken');
    for (const { id } of await listRequests(world.api, ana.personId)) await rejectRequest(world.api, ana, { id });
  }
  expect(await toldTo(ana)).toHaveLength(10);
  world.identity.clock.advance(3_600_001);
  expect(await world.take(site.ask(ana.address, world.nowSeconds(), { method: 'eth_sign' }))).toBe(
    'unsupported-method',
  );
  expect(await toldTo(ana)).toHaveLength(10);
  expect(await world.take(site.ask(ana.address, world.nowSeconds()))).toBe('taken');
  expect(await toldTo(ana)).toHaveLength(11);
});

test('the metrics tell how many connections there are, and what became of what sites asked for', async () => {
  const before = await countForMetrics(world.identity.database.asWorker.kysely);
  const ana = await world.settle();
  const { site } = await world.connect(ana);
  await world.propose(ana);
  for (let asked = 0; asked < 2; asked += 1) await world.take(site.ask(ana.address, world.nowSeconds()));
  const [first] = await listRequests(world.api, ana.personId);
  if (first === undefined) throw new Error('nothing is asked for');
  await rejectRequest(world.api, ana, { id: first.id });
  const { connections, requests } = await countForMetrics(world.identity.database.asWorker.kysely);
  const changes = (now: typeof connections, then: typeof connections) =>
    Object.fromEntries(now.map(({ phase, items }, index) => [phase, items - (then[index]?.items ?? 0)]));
  expect(changes(connections, before.connections)).toEqual({ pairing: 0, proposed: 1, settling: 0, active: 1 });
  const states = requests.map(({ state, items }) => ({ phase: state, items }));
  const past = before.requests.map(({ state, items }) => ({ phase: state, items }));
  expect(changes(states, past)).toEqual({ waiting: 1, agreed: 0, answered: 0, rejected: 1, refused: 0, expired: 0 });
});
