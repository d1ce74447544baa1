import { randomBytes, randomUUID } from 'node:crypto';
import type { OperatorId, WalletConnectionId } from '@tern/base/ids';
import { listen } from '@tern/db/listen';
import { transact } from '@tern/db/transact';
import { addOperator } from '@tern/testkit/operators';
import type { Publishing } from '@tern/wallet-connection/outgoing';
import { CallFault } from '@tern/wallet-connection/relay-fault';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { closeDueAccounts } from '../../money/closing/close-due-accounts.ts';
import { openHolds } from '../accounts/testing/open-holds.ts';
import { sendWayBackCode } from '../codes/send-way-back-code.ts';
import { newOrigin } from '../identity/testing/identity-world.ts';
import { outcome } from '../identity/testing/outcome.ts';
import { readStopLink } from '../identity/testing/read-stop-link.ts';
import { recover } from '../recovery/recover.ts';
import { stopChange } from '../recovery/stop-change.ts';
import { endAllSessions, endEverybodysSessions, endOtherSessions } from '../sessions/public.ts';
import { selectTopics } from './connection-store.ts';
import { connectionBox } from './deps.ts';
import { expireConnections } from './expire-connections.ts';
import { listConnections } from './list-connections.ts';
import { listRequests } from './list-requests.ts';
import { openConnection } from './open-connection.ts';
import { publishOutgoing } from './publish-outgoing.ts';
import { showConnection } from './show-connection.ts';
import { tellEnded } from './tell-ended.ts';
import { chain, openConnectionWorld, type ConnectionWorld, type Settled } from './testing/connection-world.ts';
import { TestSite } from './testing/test-site.ts';

let world: ConnectionWorld;
let operatorId: OperatorId;
beforeAll(async () => {
  world = await openConnectionWorld();
  operatorId = await addOperator(world.identity.database.db, { name: 'olga' });
});
afterAll(() => world.identity.database.drop());

const onRefused = (): void => undefined;
const holds = () => openHolds(world.identity.database.asConsole, { operatorId, clock: world.identity.clock });
const now = () => world.identity.clock.now();

/** Everything by which an account is taken out of other hands, as the role does it that does it. */
const ways: readonly (readonly [string, string, (person: Settled) => Promise<unknown>])[] = [
  [
    'signing out everywhere else',
    'signed-out',
    (session) => endOtherSessions(world.identity.deps, { session, origin: newOrigin() }),
  ],
  [
    'operators who sign the person out',
    'signed-out',
    ({ personId }) => transact(world.identity.database.asConsole, (tx) => endAllSessions(tx, { personId, now: now() })),
  ],
  [
    'two operators who sign everybody out',
    'signed-out',
    () => transact(world.identity.database.asConsole, (tx) => endEverybodysSessions(tx, now())),
  ],
  ['a hold', 'frozen', (person) => holds().putOnHold(person)],
  [
    'a recovery',
    'signed-out',
    async ({ target }) => {
      const { deps, readCode } = world.identity;
      const { challengeId } = await sendWayBackCode(deps, {
        purpose: 'recover',
        target,
        language: null,
        ip: '2001:db8::9',
      });
      const proof = { target, challengeId, code: await readCode(target) };
      await recover(deps, { ...proof, password: 'copper-lantern-47-field', origin: newOrigin() });
    },
  ],
  [
    'the link that stops a change',
    'signed-out',
    async ({ target }) => {
      const token = await readStopLink(world.identity, target);
      await stopChange(world.identity.deps, { token, origin: newOrigin() });
    },
  ],
  [
    'closing the account',
    'closed',
    async ({ personId }) => {
      const { database, clock, deps } = world.identity;
      await sql`
        INSERT INTO account_closings (id, person_id, requested_at, due_at)
        VALUES (${randomUUID()}, ${personId}, now() - interval '8 days', now() - interval '1 day')`.execute(
        database.db.kysely,
      );
      const closed = await closeDueAccounts({ db: database.asWorker, clock, keys: deps.keys }, { limit: 5 });
      expect(closed).toBe(1);
    },
  ],
];

test.each(ways)('C08 %s ends connections at once, and the worker tells the site', async (_, why, doIt) => {
  const ana = await world.settle();
  const { id, site } = await world.connect(ana);
  await world.take(site.ask(ana.address, world.nowSeconds()));
  const { site: proposed } = await world.propose(ana);
  expect(await listConnections(world.api, ana.personId)).toHaveLength(2);
  await doIt(ana);

  expect(await listConnections(world.api, ana.personId)).toEqual([]);
  expect(await listRequests(world.api, ana.personId)).toEqual([]);
  expect(await world.take(site.ask(ana.address, world.nowSeconds()))).toBe('unknown-mailbox');
  expect(await world.read(site)).toEqual([]);
  expect(await tellEnded(world.worker, { limit: 10 })).toBe(2);
  expect(await tellEnded(world.worker, { limit: 10 })).toBe(0);
  expect(await world.read(site)).toMatchObject([{ method: 'wc_sessionDelete' }]);
  expect(await world.read(proposed)).toMatchObject([{ error: { code: 5000 } }]);
  const { rows } = await sql`
    SELECT DISTINCT ended_by, sealed FROM wallet_connections WHERE person_id = ${ana.personId}`.execute(
    world.identity.database.db.kysely,
  );
  expect(rows).toEqual([{ ended_by: why, sealed: null }]);
  expect(await showConnection(world.api, ana.personId, id)).toMatchObject({ phase: 'over' });
});

test('H08 whose account is on hold opens no link and agrees to none', async () => {
  const ana = await world.settle();
  const { putOnHold, endHold } = holds();
  await putOnHold(ana);
  const { link } = new TestSite(chain);
  expect(await outcome(openConnection(world.api, ana, { link, walletId: ana.walletId }))).toBe('ACCOUNT_FROZEN');
  await endHold(ana);
  expect(await outcome(openConnection(world.api, ana, { link, walletId: ana.walletId }))).toBe('right');
});

test('C08 links, proposals, requests and connections end by themselves; sites are told, and a month later all is forgotten', async () => {
  const ana = await world.settle();
  const { clock, database } = world.identity;
  const { site: proposed, id: proposal } = await world.propose(ana);
  clock.advance(301_000);
  expect(await outcome(world.approve(ana, proposal))).toBe('CONNECTION_NOT_WAITING');
  expect(await expireConnections(world.worker, { limit: 10 })).toBeGreaterThanOrEqual(1);
  expect(await world.read(proposed)).toMatchObject([{ error: { code: 5000 } }]);

  const { site } = await world.connect(ana);
  await world.take(site.ask(ana.address, world.nowSeconds()));
  clock.advance(301_000);
  expect(await listRequests(world.api, ana.personId)).toEqual([]);
  expect(await expireConnections(world.worker, { limit: 10 })).toBe(1);
  clock.advance(7 * 86_400_000);
  expect(await listConnections(world.api, ana.personId)).toEqual([]);
  expect(await expireConnections(world.worker, { limit: 10 })).toBe(1);
  expect(await world.read(site)).toMatchObject([{ method: 'wc_sessionDelete' }]);
  expect((await world.history(ana.personId)).map(({ kind }) => kind)).toEqual(['site-connected', 'site-disconnected']);

  await sql`
    UPDATE wallet_connections SET ended_at = now() - interval '31 days' WHERE person_id = ${ana.personId}`.execute(
    database.db.kysely,
  );
  expect(await expireConnections(world.worker, { limit: 10 })).toBe(2);
  const { rows } = await sql`SELECT 1 FROM wallet_connections WHERE person_id = ${ana.personId}`.execute(
    database.db.kysely,
  );
  expect(rows).toEqual([]);
});

test('X02 a connection whose key was taken away takes nothing, and ends', async () => {
  const ana = await world.settle();
  const { id, site } = await world.connect(ana);
  const rotated = { ...world.worker, box: connectionBox([randomBytes(32)]) };
  const api = { ...world.api, box: rotated.box };
  expect(await showConnection(api, ana.personId, id)).toMatchObject({ phase: 'active', site: null });
  world.identity.clock.advance(8 * 86_400_000);
  expect(await expireConnections(rotated, { limit: 10 })).toBeGreaterThanOrEqual(1);
  expect(await showConnection(api, ana.personId, id)).toMatchObject({ phase: 'over' });
  expect(await world.read(site)).toEqual([]);
});

test('messages leave in their order, each once, whichever worker sends them, and wait where the relay fails', async () => {
  const ana = await world.settle();
  const db = world.identity.database.asWorker;
  await sql`TRUNCATE connection_outbox`.execute(world.identity.database.db.kysely);
  const { site } = await world.connect(ana);
  for (let id = 1; id <= 20; id += 1)
    await world.take(site.deliver({ id, jsonrpc: '2.0', method: 'wc_sessionPing', params: {} }));
  const { rows: waiting } = await sql<{ envelope: string }>`
    SELECT envelope FROM connection_outbox ORDER BY id`.execute(world.identity.database.db.kysely);
  const sent: Publishing[] = [];
  const failing = async (publishing: Publishing): Promise<void> => {
    if (sent.length === 7) throw new Error('the relay went away');
    sent.push(publishing);
  };
  await expect(publishOutgoing({ db, publish: failing, onRefused }, { limit: 50 })).rejects.toThrow('went away');
  expect(sent.map(({ message }) => message)).toEqual(waiting.slice(0, 7).map(({ envelope }) => envelope));
  const publish = async (publishing: Publishing): Promise<void> => void sent.push(publishing);
  const done = await Promise.all([1, 2, 3, 4].map(() => publishOutgoing({ db, publish, onRefused }, { limit: 5 })));
  expect(done.reduce((sum, each) => sum + each)).toBe(13);
  expect(new Set(sent.map(({ message }) => message)).size).toBe(20);
  expect(await publishOutgoing({ db, publish, onRefused }, { limit: 5 })).toBe(0);
});

/** Answers that wait for two sites in turn, and a relay that does not take those of the first. */
async function openUnequalRelay(isAnswered: boolean) {
  const [ana, ben] = [await world.settle(), await world.settle()];
  const [{ site: hers }, { site: his }] = [await world.connect(ana), await world.connect(ben)];
  await sql`TRUNCATE connection_outbox`.execute(world.identity.database.db.kysely);
  const ping = (site: TestSite, id: number) =>
    world.take(site.deliver({ id, jsonrpc: '2.0', method: 'wc_sessionPing', params: {} }));
  for (const [id, site] of [hers, his, hers, his].entries()) await ping(site, id + 1);
  const [tried, refusals] = [[] as string[], [] as CallFault[]];
  const [topic, fault] = [hers.deliver({}).topic, new CallFault('no', { isAnswered })];
  const publish = async (publishing: Publishing): Promise<void> => {
    tried.push(publishing.topic === topic ? 'hers' : 'his');
    if (publishing.topic === topic) throw fault;
  };
  const deps = {
    db: world.identity.database.asWorker,
    publish,
    onRefused: (each: CallFault) => void refusals.push(each),
  };
  return { tried, refusals, send: () => publishOutgoing(deps, { limit: 50 }), pingHis: () => ping(his, 9) };
}

test('C04 C09 messages that the relay refuses keep nobody’s back, are told of once and left alone for a while', async () => {
  const { tried, refusals, send } = await openUnequalRelay(true);
  expect(await send()).toBe(2);
  expect(tried).toEqual(['hers', 'his', 'hers', 'his']);
  expect(refusals).toHaveLength(1);
  expect(await send()).toBe(0);
  expect(tried).toHaveLength(4);
  await sql`UPDATE connection_outbox SET claimed_until = now() - interval '1 second'`.execute(
    world.identity.database.db.kysely,
  );
  expect(await send()).toBe(0);
  expect(tried).toHaveLength(6);
});

test('C04 C09 a message that the relay says nothing about ends the try, and the next one begins with the others', async () => {
  const { tried, refusals, send, pingHis } = await openUnequalRelay(false);
  await expect(send()).rejects.toThrow(CallFault);
  await expect(send()).rejects.toThrow(CallFault);
  expect(tried).toEqual(['hers', 'his', 'hers']);
  await pingHis();
  expect(await send()).toBe(2);
  expect(tried).toEqual(['hers', 'his', 'hers', 'his', 'his']);
  expect(refusals).toEqual([]);
});

test('a message that the relay did not take in time is not sent any more', async () => {
  const ana = await world.settle();
  await sql`TRUNCATE connection_outbox`.execute(world.identity.database.db.kysely);
  const { site } = await world.connect(ana);
  await world.take(site.deliver({ id: 1, jsonrpc: '2.0', method: 'wc_sessionPing', params: {} }));
  await sql`UPDATE connection_outbox SET expires_at = now()`.execute(world.identity.database.db.kysely);
  const publish = () => Promise.reject(new Error('sent'));
  expect(await publishOutgoing({ db: world.identity.database.asWorker, publish, onRefused }, { limit: 5 })).toBe(0);
  expect(await expireConnections(world.worker, { limit: 10 })).toBe(1);
});

test('the worker hears at once of a mailbox, an end and a message', async () => {
  const ana = await world.settle();
  let [heard, isMarked] = [0, false];
  const listener = await listen({
    url: world.identity.database.workerUrl,
    channels: ['connections', 'marker'],
    onNotify: (channel) => {
      if (channel === 'marker') isMarked = true;
      else heard += 1;
    },
    onReconnect: () => undefined,
  });
  const afterwards = async (work: Promise<unknown>): Promise<void> => {
    const before = heard;
    await work;
    await vi.waitFor(() => expect(heard).toBeGreaterThan(before));
  };
  const site = new TestSite(chain);
  let id = randomUUID() as string as WalletConnectionId;
  await afterwards(
    openConnection(world.api, ana, { link: site.link, walletId: ana.walletId }).then((opened) => (id = opened)),
  );
  expect((await selectTopics(world.identity.database.asWorker.kysely)).has(site.topic)).toBe(true);
  const proposal = site.propose();
  await afterwards(world.take(proposal));
  const before = heard;
  // C04 What leaves nothing to do is not heard: it would come before what is.
  expect(await world.take(proposal)).toBe('replayed');
  await afterwards(world.approve(ana, id));
  await sql`SELECT pg_notify('marker', '')`.execute(world.identity.database.db.kysely);
  await vi.waitFor(() => expect(isMarked).toBe(true));
  expect(heard).toBe(before + 1);
  expect((await selectTopics(world.identity.database.asWorker.kysely)).has(site.topic)).toBe(false);
  await afterwards(holds().putOnHold(ana));
  await listener.close();
});
