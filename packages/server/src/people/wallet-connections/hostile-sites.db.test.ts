import { randomBytes } from 'node:crypto';
import { newId as newRowId } from '@tern/base/ids';
import { topicOf, type SymKey } from '@tern/wallet-connection/keys';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listRequests } from './list-requests.ts';
import { openConnection } from './open-connection.ts';
import { showConnection } from './show-connection.ts';
import { takeDelivery } from './take-delivery.ts';
import { chain, openConnectionWorld, type ConnectionWorld, type Settled } from './testing/connection-world.ts';
import { newId, TestSite } from './testing/test-site.ts';

// Goal: what a site, a relay or somebody who saw the code sends changes nothing that it may not. Method: the real slice over
// a real database, with a site that says what no honest one says.

let world: ConnectionWorld;
beforeAll(async () => {
  world = await openConnectionWorld();
});
afterAll(() => world.identity.database.drop());

const requestsOf = (person: Settled) => listRequests(world.api, person.personId);
const ask = (person: Settled, site: TestSite, request?: object, id?: number) =>
  site.ask(person.address, world.nowSeconds(), request, id);

const proposer = (name: string, url: string): object => ({
  proposer: { publicKey: randomBytes(32).toString('hex'), metadata: { name, url } },
});

/** Everything stored of a person's connections, to see that nothing changed. */
async function stored({ personId }: Settled): Promise<unknown> {
  const { rows } = await sql`
    SELECT c.*, (SELECT json_agg(r ORDER BY r.id) FROM connection_requests r WHERE r.connection_id = c.id) AS requests
      FROM wallet_connections c WHERE person_id = ${personId} ORDER BY id`.execute(world.identity.database.db.kysely);
  return rows;
}

/** What devices of this person are to be told. */
async function queuedPushes({ personId, sessionId }: Settled): Promise<unknown> {
  const { kysely } = world.identity.database.db;
  await sql`
    INSERT INTO push_subscriptions (id, person_id, session_id, endpoint, p256dh, auth, hide_amounts)
    VALUES (${newRowId()}, ${personId}, ${sessionId}, ${`https://push.example/${sessionId}`}, ${randomBytes(65)},
      ${randomBytes(16)}, false) ON CONFLICT DO NOTHING`.execute(kysely);
  const { rows } = await sql`
    SELECT p.message_id FROM push_outbox p JOIN push_subscriptions s ON s.id = p.subscription_id
     WHERE s.person_id = ${personId} ORDER BY p.message_id`.execute(kysely);
  return rows;
}

test('C02 a request that is delivered again, by the relay or by whoever recorded it, is shown once', async () => {
  const ana = await world.settle();
  const { site } = await world.connect(ana);
  const delivery = ask(ana, site);
  expect(await world.take(delivery)).toBe('taken');
  expect(await world.take(delivery)).toBe('replayed');
  world.identity.clock.advance(240_000);
  expect(await world.take(delivery)).toBe('replayed');
  expect(await requestsOf(ana)).toHaveLength(1);
  world.identity.clock.advance(120_000);
  // Its own end is over: it cannot come back either, today or once its id is forgotten.
  expect(await world.take(delivery)).toBe('replayed');
  expect(await requestsOf(ana)).toEqual([]);
  world.identity.clock.advance(86_400_000);
  expect(await world.take(delivery)).toBe('request-expired');
});

test('C02 an id of days ago under a new end is no request: nobody is told, and no place is taken', async () => {
  const ana = await world.settle();
  const { site } = await world.connect(ana);
  expect(await world.take(ask(ana, site, {}, 4_712))).toBe('taken');
  world.identity.clock.advance(86_400_000);
  const pushes = await queuedPushes(ana);
  expect(await world.take(ask(ana, site, {}, 4_712))).toBe('replayed');
  expect(await requestsOf(ana)).toEqual([]);
  expect(await queuedPushes(ana)).toEqual(pushes);
  for (let asked = 0; asked < 3; asked += 1) expect(await world.take(ask(ana, site))).toBe('taken');
});

test('C02 eight workers that get one request at once show it once, and each proposal once', async () => {
  const ana = await world.settle();
  const { site } = await world.connect(ana);
  const delivery = ask(ana, site);
  const taken = await Promise.all(Array.from({ length: 8 }, () => takeDelivery(world.worker, delivery)));
  expect(taken.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'replayed'), 'taken']);
  expect(await requestsOf(ana)).toHaveLength(1);
  const other = new TestSite(chain);
  const id = await openConnection(world.api, ana, { link: other.link, walletId: ana.walletId });
  const proposal = other.propose();
  const proposed = await Promise.all(Array.from({ length: 8 }, () => takeDelivery(world.worker, proposal)));
  expect(proposed.filter((each) => each === 'taken')).toHaveLength(1);
  expect(await showConnection(world.api, ana.personId, id)).toMatchObject({ phase: 'proposed' });
});

test('C06 a link that a site makes of the mailbox of its connection is a used link', async () => {
  const [ana, ben] = [await world.settle(), await world.settle()];
  const { site } = await world.connect(ana);
  const link = `wc:${topicOf(site.connectionKey)}@2?relay-protocol=irn&symKey=${site.connectionKey}`;
  for (const person of [ana, ben])
    await expect(openConnection(world.api, person, { link, walletId: person.walletId })).rejects.toMatchObject({
      code: 'CONNECTION_LINK_USED',
    });
  expect(await world.take(ask(ana, site))).toBe('taken');
});

test('C06 a second proposal on one link changes nothing, before and after the person has agreed', async () => {
  const ana = await world.settle();
  const { id, site } = await world.propose(ana);
  const thief = site.propose({
    proposer: {
      publicKey: randomBytes(32).toString('hex'),
      metadata: { name: 'Harbour Market', url: 'https://app.harb0ur.example' },
    },
  });
  expect(await world.take(thief)).toBe('second-proposal');
  expect(await world.read(site)).toMatchObject([{ error: { message: 'This link was used.' } }]);
  expect((await showConnection(world.api, ana.personId, id)).site?.host).toBe('app.harbour.example');
  await world.approve(ana, id);
  expect(await world.take(thief)).toBe('unknown-mailbox');
  // Whoever saw the code has the key of the link, and nothing else.
  const seen = site.deliver({ id: 1, jsonrpc: '2.0', method: 'wc_sessionDelete', params: {} }, site.symKey);
  expect(await world.take(seen)).toBe('unknown-mailbox');
  await world.read(site);
  const { topic } = site.deliver({}, site.connectionKey);
  expect(await world.take({ ...seen, topic })).toBe('not-authentic');
  expect((await showConnection(world.api, ana.personId, id)).phase).toBe('settling');
});

test.each([
  ['Testwallet', 'evil.example'],
  ['Tеst\u200bwаllet', 'evil.example'],
  ['Testwallet Support', 'evil.example'],
  ['Harbour \u202etekraM', 'Harbour tekraM'],
  ['Harbour Market', 'Harbour Market'],
])('C05 a site that calls itself %j is shown as %j', async (name, shown) => {
  const ana = await world.settle();
  const { id, site } = await world.propose(ana, proposer(name, 'https://evil.example'));
  expect((await showConnection(world.api, ana.personId, id)).site).toMatchObject({ name: shown, host: 'evil.example' });
  expect(await world.read(site)).toEqual([]);
});

test('C05 a site that says it is the wallet’s own page is refused', async () => {
  const ana = await world.settle();
  const { id, site } = await world.propose(ana, proposer('Harbour Market', 'https://wallet.test'));
  expect(await showConnection(world.api, ana.personId, id)).toMatchObject({
    ...{ phase: 'over', site: null, refusal: 'bad-site-address' },
  });
  expect(await world.read(site)).toMatchObject([{ error: { code: 5000 } }]);
});

test('C03 a message for another person’s mailbox opens nothing there and here', async () => {
  const [ana, ben] = [await world.settle(), await world.settle()];
  const [{ site: hers }, { site: his }] = [await world.connect(ana), await world.connect(ben)];
  const before = await stored(ana);
  const { topic } = his.deliver({});
  expect(await world.take({ ...ask(ana, hers), topic })).toBe('not-authentic');
  // Sealed for his mailbox by whoever knows his key, and about her address.
  expect(await world.take(his.ask(ana.address, world.nowSeconds(), {}))).toBe('foreign-address');
  const key = randomBytes(32).toString('hex') as SymKey;
  expect(await world.take({ topic: topicOf(key), message: hers.deliver({}, key).message })).toBe('unknown-mailbox');
  expect((await requestsOf(ana)).length + (await requestsOf(ben)).length).toBe(0);
  expect(await stored(ana)).toEqual(before);
});

test('C01 what cannot be read changes no row', async () => {
  const ana = await world.settle();
  const { site } = await world.connect(ana);
  const { topic } = site.deliver({});
  const before = await stored(ana);
  for (const message of ['', 'x', '{}', 'A'.repeat(131_073), randomBytes(64).toString('base64')])
    expect(await world.take({ topic, message })).toMatch(/not-|envelope|unknown/);
  expect(await world.take(site.deliver([1, 2]))).toBe('not-json-rpc');
  expect(await stored(ana)).toEqual(before);
});

test('C02 out of order: a request before the site’s word that it is connected activates, and that word changes nothing then', async () => {
  const ana = await world.settle();
  const { id, site } = await world.propose(ana);
  await world.approve(ana, id);
  const [, settlement] = await world.read(site);
  expect(await world.take(ask(ana, site))).toBe('taken');
  expect((await showConnection(world.api, ana.personId, id)).phase).toBe('active');
  const word = site.deliver({ id: settlement?.id, jsonrpc: '2.0', result: true });
  expect(await world.take(word)).toBe('unknown-response');
  expect(await requestsOf(ana)).toHaveLength(1);
  // A refusal of the settlement that comes too late ends nothing.
  const refusal = { id: settlement?.id, jsonrpc: '2.0', error: { code: 1, message: 'no' } };
  expect(await world.take(site.deliver(refusal))).toBe('unknown-response');
  expect((await showConnection(world.api, ana.personId, id)).phase).toBe('active');
});

test('C03 requests for another chain, another address, without an end or already over reach nobody', async () => {
  const ana = await world.settle();
  const { site } = await world.connect(ana);
  const now = world.nowSeconds();
  const cases: [object, string][] = [
    [{ method: 'eth_sign' }, 'unsupported-method'],
    [{ expiryTimestamp: now - 1 }, 'request-expired'],
    [{ expiryTimestamp: now + 86_401 }, 'request-open-too-long'],
    [{ params: { address: ana.address, message: 'x'.repeat(5_000) } }, 'message-too-long'],
    [{ params: { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', message: 'x' } }, 'foreign-address'],
    [{ params: 7 }, 'malformed-request'],
  ];
  for (const [request, refusal] of cases) expect(await world.take(ask(ana, site, request))).toBe(refusal);
  const foreign = { request: { method: 'tron_signMessage', params: {} }, chainId: 'tron:0x94a9059e' };
  const wrong = site.deliver({ id: newId(), jsonrpc: '2.0', method: 'wc_sessionRequest', params: foreign });
  expect(await world.take(wrong)).toBe('foreign-chain');
  expect((await world.read(site)).every(({ error }) => error !== undefined)).toBe(true);
  expect(await requestsOf(ana)).toEqual([]);
});

test('C04 a flood leaves three requests, at most thirty answers a minute, no further writes, and everybody else their time', async () => {
  const [ana, ben] = [await world.settle(), await world.settle()];
  const [{ site: loud }, { site: quiet }] = [await world.connect(ana), await world.connect(ben)];
  const flood = Array.from({ length: 300 }, () => ask(ana, loud));
  const taken = await Promise.all([
    ...flood.map((delivery) => world.take(delivery)),
    world.take(ask(ben, quiet)).then((each) => `ben: ${each}`),
  ]);
  expect(taken.filter((each) => each === 'taken')).toHaveLength(3);
  expect(taken.filter((each) => each === 'flood').length).toBeGreaterThanOrEqual(270);
  expect(taken.at(-1)).toBe('ben: taken');
  expect(await requestsOf(ana)).toHaveLength(3);
  expect((await world.read(loud)).length).toBeLessThanOrEqual(30);
  const before = await stored(ana);
  for (let more = 0; more < 20; more += 1) expect(await world.take(ask(ana, loud))).toBe('flood');
  expect(await stored(ana)).toEqual(before);
  world.identity.clock.advance(61_000);
  expect(await world.take(ask(ana, loud))).toBe('too-many-waiting');
});
