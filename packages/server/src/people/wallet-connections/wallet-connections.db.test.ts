import { newId, type ConnectionRequestId, type WalletConnectionId, type WalletId } from '@tern/base/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { homeOrigin } from '../identity/testing/identity-world.ts';
import { outcome } from '../identity/testing/outcome.ts';
import { listMessages } from '../messages/public.ts';
import { endConnection } from './end-connection.ts';
import { listConnections } from './list-connections.ts';
import { listRequests } from './list-requests.ts';
import { openConnection } from './open-connection.ts';
import { rejectConnection } from './reject-connection.ts';
import { rejectRequest } from './reject-request.ts';
import { showConnection } from './show-connection.ts';
import { showRequest } from './show-request.ts';
import { openConnectionWorld, chain, type ConnectionWorld, type Settled } from './testing/connection-world.ts';
import { TestSite } from './testing/test-site.ts';
import { connectionsMax } from './wallet-connection.ts';

let world: ConnectionWorld;
beforeAll(async () => {
  world = await openConnectionWorld();
});
afterAll(() => world.identity.database.drop());

const open = (person: Settled, link: string, walletId = person.walletId) =>
  openConnection(world.api, person, { link, walletId });
const show = (person: Settled, id: WalletConnectionId) => showConnection(world.api, person.personId, id);
const end = (session: Settled, id: WalletConnectionId) => endConnection(world.api, { session, id, origin: homeOrigin });
const requestsOf = (person: Settled) => listRequests(world.api, person.personId);
const ask = (person: Settled, site: TestSite, request?: object, id?: number) =>
  site.ask(person.address, world.nowSeconds(), request, id);

const market = { host: 'app.harbour.example', hasOtherLetters: false, name: 'Harbour Market' };

test('a link connects a site: it says who it is, the person agrees, and both know', async () => {
  const ana = await world.settle();
  const site = new TestSite(chain);
  const id = await open(ana, site.link);
  expect(await show(ana, id)).toMatchObject({ phase: 'pairing', site: null });

  expect(await world.take(site.propose())).toBe('taken');
  expect(await show(ana, id)).toMatchObject({
    phase: 'proposed',
    site: market,
    methods: ['tron_signMessage', 'tron_signTransaction'],
  });
  expect(await outcome(world.approve(ana, id, '000000'))).toBe('TRADE_PASSWORD_WRONG');
  expect(await world.read(site)).toEqual([]);

  await world.approve(ana, id);
  expect(await show(ana, id)).toMatchObject({ phase: 'settling', site: market });
  expect(await outcome(world.approve(ana, id))).toBe('CONNECTION_NOT_WAITING');
  const [answered, settlement, ...more] = await world.read(site);
  expect(answered).toMatchObject({ result: { relay: { protocol: 'irn' } } });
  expect(more).toEqual([]);
  expect(settlement).toMatchObject({
    method: 'wc_sessionSettle',
    params: {
      controller: { metadata: { name: 'Testwallet' } },
      namespaces: { tron: { accounts: [`${chain}:${ana.address}`] } },
      sessionProperties: { tron_method_version: 'v1' },
    },
  });
  await world.take(site.deliver({ id: settlement?.id, jsonrpc: '2.0', result: true }));
  expect(await listConnections(world.api, ana.personId)).toMatchObject([{ id, phase: 'active', site: market }]);
  expect(await world.history(ana.personId)).toEqual([{ kind: 'site-connected', detail: market.host }]);
  const { messages } = await listMessages(world.identity.database.asApi.kysely, {
    personId: ana.personId,
    kind: undefined,
    cursor: undefined,
  });
  expect(messages[0]).toMatchObject({ about: 'account', event: 'site-connected' });
});

test('a link that its person opens again, by a page that was loaded again or a lost answer, is the same connection', async () => {
  const ana = await world.settle();
  const { id, site } = await world.propose(ana);
  // Also as one of as many as one can have.
  for (let more = 1; more < connectionsMax; more += 1) await open(ana, new TestSite(chain).link);
  expect(await open(ana, site.link)).toBe(id);
  expect((await show(ana, id)).phase).toBe('proposed');
  await world.approve(ana, id);
  expect(await outcome(open(ana, site.link))).toBe('CONNECTION_LIMIT_REACHED');
  await end(ana, id);
  expect(await outcome(open(ana, site.link))).toBe('CONNECTION_LINK_USED');
});

test('a link is used once, whoever opens it, and a link that leads nowhere says why', async () => {
  const [ana, ben] = [await world.settle(), await world.settle()];
  const { link } = new TestSite(chain);
  const tried = await Promise.all([ana, ben, ana, ben].map((person) => outcome(open(person, link))));
  // Whose it is has it, both times.
  expect(tried.toSorted()).toEqual(['CONNECTION_LINK_USED', 'CONNECTION_LINK_USED', 'right', 'right']);
  expect(tried[0]).toBe(tried[2]);
  expect(await outcome(open(ana, 'https://wallet.test'))).toBe('CONNECTION_LINK_INVALID');
  await expect(open(ana, 'wc:00e4@1?bridge=x&key=y')).rejects.toMatchObject({ data: { fault: 'old-version' } });
  const late = `${new TestSite(chain).link}&expiryTimestamp=${world.nowSeconds() - 1}`;
  await expect(open(ana, late)).rejects.toMatchObject({ data: { fault: 'expired' } });
  expect(await outcome(open(ana, new TestSite(chain).link, ben.walletId))).toBe('NOT_FOUND');
  expect(await outcome(open(ana, new TestSite(chain).link, newId<WalletId>()))).toBe('NOT_FOUND');
});

test('nobody has more than five connections, however many links are opened at once', async () => {
  const ana = await world.settle();
  const tried = await Promise.all(Array.from({ length: 9 }, () => outcome(open(ana, new TestSite(chain).link))));
  expect(Object.groupBy(tried, (each) => each)).toMatchObject({
    right: { length: 5 },
    CONNECTION_LIMIT_REACHED: { length: 4 },
  });
  // Links that nobody proposed on do not count any more once they have expired.
  world.identity.clock.advance(301_000);
  expect(await outcome(open(ana, new TestSite(chain).link))).toBe('right');
  expect(await listConnections(world.api, ana.personId)).toHaveLength(1);
});

test('links are counted: thirty in an hour', async () => {
  const ana = await world.settle();
  for (let tried = 0; tried < 30; tried += 1) await outcome(open(ana, 'wc:'));
  expect(await outcome(open(ana, 'wc:'))).toBe('TOO_MANY_REQUESTS');
});

test('M08 a connection and a request of somebody else are nobody’s', async () => {
  const [ana, ben] = [await world.settle(), await world.settle()];
  const { id } = await world.propose(ana);
  expect(await outcome(show(ben, id))).toBe('NOT_FOUND');
  expect(await outcome(world.approve(ben, id))).toBe('NOT_FOUND');
  expect(await outcome(rejectConnection(world.api, ben, id))).toBe('CONNECTION_NOT_WAITING');
  expect(await outcome(end(ben, id))).toBe('NOT_FOUND');
  expect(await listConnections(world.api, ben.personId)).toEqual([]);
  expect((await show(ana, id)).phase).toBe('proposed');

  const { site } = await world.connect(ana);
  await world.take(ask(ana, site));
  const [request] = await requestsOf(ana);
  const requestId = request?.id as ConnectionRequestId;
  expect(await requestsOf(ben)).toEqual([]);
  expect(await outcome(showRequest(world.api, ben.personId, requestId))).toBe('NOT_FOUND');
  expect(await outcome(rejectRequest(world.api, ben, { id: requestId }))).toBe('NOT_FOUND');
  expect(await showRequest(world.api, ana.personId, requestId)).toMatchObject({ site: market });
});

test('what a site asks for is shown once, and turned down once; the site is told', async () => {
  const ana = await world.settle();
  const { id, site } = await world.connect(ana);
  expect((await show(ana, id)).lastUsedAt).toBeNull();
  expect(await world.take(ask(ana, site, {}, 4_711))).toBe('taken');
  const [request] = await requestsOf(ana);
  expect(request).toMatchObject({
    connectionId: id,
    walletId: ana.walletId,
    site: market,
    asks: { kind: 'message', text: 'Sign in to Harbour Market' },
  });
  expect((await show(ana, id)).lastUsedAt).toBe(world.identity.clock.now().toISOString());
  const requestId = request?.id as ConnectionRequestId;
  const answers = await Promise.all([1, 2, 3].map(() => outcome(rejectRequest(world.api, ana, { id: requestId }))));
  expect(answers.toSorted()).toEqual(['NOT_FOUND', 'NOT_FOUND', 'right']);
  expect(await world.read(site)).toMatchObject([{ id: 4_711, error: { code: 5000 } }]);
  expect(await requestsOf(ana)).toEqual([]);
  const { rows } = await sql<{ sealed: Buffer | null }>`
    SELECT sealed FROM connection_requests WHERE id = ${requestId}`.execute(world.identity.database.db.kysely);
  expect(rows).toEqual([{ sealed: null }]);
});

test('a proposal that cannot be shown uses the link up and says why, to the person and to the site', async () => {
  const ana = await world.settle();
  const tron = { chains: ['tron:0x94a9059e'], methods: ['tron_signMessage'], events: [] };
  const { id, site } = await world.propose(ana, { optionalNamespaces: { tron } });
  expect(await show(ana, id)).toMatchObject({ phase: 'over', refusal: 'foreign-chain', site: null });
  expect(await world.read(site)).toMatchObject([{ error: { code: 5100 } }]);
  expect(await world.take(site.propose())).toBe('unknown-mailbox');
  expect(await world.history(ana.personId)).toEqual([]);
});

test('the person turns a site down, or goes away before it has said who it is', async () => {
  const ana = await world.settle();
  const { id, site } = await world.propose(ana);
  await rejectConnection(world.api, ana, id);
  expect(await world.read(site)).toMatchObject([{ error: { code: 5000 } }]);
  expect(await outcome(world.approve(ana, id))).toBe('CONNECTION_NOT_WAITING');
  const silent = new TestSite(chain);
  const second = await open(ana, silent.link);
  await rejectConnection(world.api, ana, second);
  expect(await world.take(silent.propose())).toBe('unknown-mailbox');
  expect(await world.history(ana.personId)).toEqual([]);
});

test('the person ends a connection: the site is told, and what it asked for is nobody’s any more', async () => {
  const ana = await world.settle();
  const { id, site } = await world.connect(ana);
  await world.take(ask(ana, site));
  expect(await requestsOf(ana)).toHaveLength(1);
  await end(ana, id);
  expect(await outcome(end(ana, id))).toBe('NOT_FOUND');
  expect(await world.read(site)).toMatchObject([{ method: 'wc_sessionDelete' }]);
  expect(await requestsOf(ana)).toEqual([]);
  expect(await world.take(ask(ana, site))).toBe('unknown-mailbox');
  expect(await show(ana, id)).toMatchObject({ phase: 'over', site: null });
  expect((await world.history(ana.personId)).map(({ kind }) => kind)).toEqual(['site-connected', 'site-disconnected']);
});

test('the site ends a connection: the person is told', async () => {
  const ana = await world.settle();
  const { id, site } = await world.connect(ana);
  await world.take(site.deliver({ id: 9, jsonrpc: '2.0', method: 'wc_sessionDelete', params: {} }));
  expect(await world.read(site)).toMatchObject([{ id: 9, result: true }]);
  expect((await show(ana, id)).phase).toBe('over');
  expect((await world.history(ana.personId)).map(({ kind }) => kind)).toEqual(['site-connected', 'site-disconnected']);
});

test('X07 no process writes what is another’s: requests are the worker’s, links the API’s', async () => {
  const { asApi, asWorker } = world.identity.database;
  const denied = 'permission denied';
  await expect(asApi.pool.query('INSERT INTO connection_requests SELECT * FROM connection_requests')).rejects.toThrow(
    denied,
  );
  await expect(asApi.pool.query('SELECT * FROM connection_outbox')).rejects.toThrow(denied);
  await expect(asApi.pool.query('DELETE FROM wallet_connections')).rejects.toThrow(denied);
  await expect(asWorker.pool.query('INSERT INTO wallet_connections SELECT * FROM wallet_connections')).rejects.toThrow(
    denied,
  );
  await expect(asWorker.pool.query('UPDATE wallet_connections SET person_id = person_id')).rejects.toThrow(denied);
  await expect(asWorker.pool.query('UPDATE connection_outbox SET envelope = envelope')).rejects.toThrow(denied);
});
