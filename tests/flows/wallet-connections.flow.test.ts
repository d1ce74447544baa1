import { join } from 'node:path';
import { systemClock } from '@tern/base/clock';
import type { OperatorId, WalletConnectionId, WalletId } from '@tern/base/ids';
import { loadSecrets } from '@tern/config/load-secrets';
import { openDatabase, type Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { identityKeys, passwordHasher } from '@tern/server/people/accounts/public';
import { openFactorLanes } from '@tern/server/people/factors/public';
import {
  approveConnection,
  connectionBox,
  endConnection,
  listConnections,
  listRequests,
  openConnection,
  rejectConnection,
  rejectRequest,
  showConnection,
  showRequest,
} from '@tern/server/people/wallet-connections/public';
import type { walletConnectionsRouter } from '@tern/server/people/wallet-connections/routes';
import type { ApiSession } from '@tern/server/platform/api-context';
import { addOperator } from '@tern/testkit/operators';
import type { Person } from '@tern/testkit/system/person';
import { startSystem, type System } from '@tern/testkit/system/start-system';
import { until } from '@tern/testkit/system/until';
import { chainIdOf } from '@tern/wallet-connection/chain-id';
import { SignClient } from '@walletconnect/sign-client';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

// Goal: a site that uses the ecosystem's client reaches a person through the relay, the worker and the database, whatever of
// it ends and starts again. Method: the whole system with its own relay; the person acts by the operations that the API
// will call, with the API's rights.

type Site = Awaited<ReturnType<typeof SignClient.init>>;

let system: System;
let ana: Person;
let session: ApiSession;
let db: Database;
let deps: Parameters<typeof walletConnectionsRouter>[0];
let site: Site;
let relayUrl: string;
let healthUrl: string;
const sites: Site[] = [];

const origin = { ip: '127.0.0.1', userAgent: 'flow' };

beforeAll(async () => {
  // The client keeps itself in a global otherwise.
  vi.stubEnv('DISABLE_GLOBAL_CORE', 'true');
  system = await startSystem();
  // Started again for what they say: where they answer.
  await Promise.all((['relay', 'worker'] as const).map((name) => system.processes.stop(name)));
  relayUrl = String((await system.processes.start('relay'))['url']);
  healthUrl = `http://127.0.0.1:${String((await system.processes.start('worker'))['healthPort'])}`;
  ana = await system.register('email');
  await ana.setFactors();
  db = openDatabase({ url: system.logins.api, applicationName: 'test api', onIdleError: () => undefined });
  const names = ['session-key', 'factor-key', 'password-pepper'] as const;
  const secrets = loadSecrets(join(system.dataDir, 'secrets'), [...names], {});
  const [pepper] = secrets['password-pepper'];
  const { genesisId } = await system.chain.info();
  const factors = {
    ...{ db, clock: systemClock },
    hasher: passwordHasher({ pepper, parallelMax: 1, waitingMax: 10 }),
    keys: identityKeys({ sessionKeys: secrets['session-key'], factorKeys: secrets['factor-key'] }),
  };
  deps = {
    db,
    clock: systemClock,
    box: connectionBox(secrets['session-key']),
    authorize: openFactorLanes(factors).authorize,
    chain: chainIdOf(genesisId),
    metadata: { name: 'Wallet', description: '', url: 'https://wallet.example', icons: [] },
    isOffered: true,
    contracts: {},
  };
  session = await sessionOf();
});
afterAll(async () => {
  await db.close();
  await system.stop();
  vi.unstubAllEnvs();
});

beforeEach(async () => {
  site = await openSite();
});
afterEach(async () => {
  for (const each of sites.splice(0)) {
    each.core.heartbeat.stop();
    await each.core.relayer.transportClose();
  }
});

async function sessionOf(): Promise<ApiSession> {
  const { rows } = await sql<ApiSession>`
    SELECT s.person_id AS "personId", s.id AS "sessionId", s.device_id AS "deviceId"
      FROM sessions s JOIN wallets w ON w.person_id = s.person_id WHERE w.id = ${ana.wallet.id}`.execute(
    system.db.kysely,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('no session');
  return row;
}

async function openSite(): Promise<Site> {
  const opened = await SignClient.init({
    projectId: 'test',
    relayUrl,
    logger: 'silent',
    telemetryEnabled: false,
    metadata: { name: 'Harbour Market', description: 'A market', url: 'https://app.harbour.example', icons: [] },
  });
  // One second after its start the client takes again whatever it has in hand; what it then ends twice rejects beside every test.
  Object.assign(opened.engine, { processPendingMessageEvents: () => Promise.resolve() });
  sites.push(opened);
  return opened;
}

/** The site shows a link, and the person opens it. */
async function scan() {
  const tron = { chains: [deps.chain], methods: ['tron_signMessage', 'tron_signTransaction'], events: [] };
  const { uri = '', approval } = await site.connect({ optionalNamespaces: { tron } });
  const id = await openConnection(deps, session, { link: uri, walletId: ana.wallet.id as WalletId });
  await until('the proposal', async () => (await phaseOf(id)) === 'proposed');
  return { id, approval };
}

const phaseOf = async (id: WalletConnectionId) => (await showConnection(deps, session.personId, id)).phase;

async function connect() {
  const { id, approval } = await scan();
  await approveConnection(deps, { session, id, tradePassword: ana.tradePassword, origin });
  const { topic } = await approval();
  await until('the site’s word', async () => (await phaseOf(id)) === 'active');
  return { id, topic };
}

const askFor = (topic: string, message = 'Sign in to Harbour Market') =>
  site.request({
    topic,
    chainId: deps.chain,
    request: { method: 'tron_signMessage', params: { address: ana.wallet.address, message } },
  });

const nextRequest = () => until('a request', async () => (await listRequests(deps, session.personId))[0]);

/** As the console does it, without its passkeys. */
async function turnFlow(operatorId: OperatorId, to: 'stopped' | 'started'): Promise<void> {
  await transact(system.db, async (tx) => {
    await sql`
      INSERT INTO operator_actions (operator_id, kind, subject)
      VALUES (${operatorId}, ${`flow-${to}`}, 'connections')`.execute(tx);
    if (to === 'started') await sql`DELETE FROM flow_stops WHERE flow = 'connections'`.execute(tx);
    else
      await sql`
        INSERT INTO flow_stops (flow, reason, stopped_by) VALUES ('connections', 'a drill', ${operatorId})`.execute(tx);
  });
}

type RelayStep = { readonly name: string; readonly details: { readonly connected: boolean } };

async function relayStep(): Promise<RelayStep | undefined> {
  const { steps } = (await (await fetch(healthUrl)).json()) as { readonly steps: readonly RelayStep[] };
  return steps.find(({ name }) => name === 'wallet-relay');
}

test('a site connects, pings, asks, is turned down, and is told of the end', async () => {
  const { id, topic } = await connect();
  expect(await listConnections(deps, session.personId)).toMatchObject([
    { id, phase: 'active', site: { host: 'app.harbour.example', name: 'Harbour Market' } },
  ]);
  await site.ping({ topic });
  await Promise.all([
    expect(askFor(topic)).rejects.toMatchObject({ code: 5000 }),
    nextRequest().then(async ({ id: requestId }) => {
      const { asks } = await showRequest(deps, session.personId, requestId);
      expect(asks).toEqual({ kind: 'message', text: 'Sign in to Harbour Market' });
      return rejectRequest(deps, session, { id: requestId });
    }),
  ]);
  const ended = new Promise((resolve) => site.once('session_delete', resolve));
  await endConnection(deps, { session, id, origin });
  expect(await ended).toMatchObject({ topic });
});

test('the person turns a site down', async () => {
  const { id, approval } = await scan();
  await Promise.all([expect(approval()).rejects.toMatchObject({ code: 5000 }), rejectConnection(deps, session, id)]);
});

test('the site ends a connection', async () => {
  const { id, topic } = await connect();
  await site.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } });
  await until('the end', async () => (await phaseOf(id)) === 'over');
});

test('a connection outlives the worker, which takes in afterwards what came meanwhile', async () => {
  const { topic, id } = await connect();
  await system.processes.kill('worker');
  const answer = askFor(topic, 'while the worker is away');
  answer.catch(() => undefined);
  await system.processes.start('worker');
  const request = await nextRequest();
  expect(request.asks).toMatchObject({ text: 'while the worker is away' });
  await rejectRequest(deps, session, { id: request.id });
  await expect(answer).rejects.toMatchObject({ code: 5000 });
  await endConnection(deps, { session, id, origin });
});

test('C09 a relay that is away delays nothing else, and a connection outlives it', async () => {
  const { topic, id } = await connect();
  await system.processes.kill('relay');
  // Everything else of the worker goes on: a deposit arrives meanwhile.
  await system.chain.give(ana.wallet.address, 'usdt', 1_000_000n);
  await until('a deposit', async () => (await ana.available('usdt')) >= 1_000_000n);
  expect((await (await fetch(healthUrl)).json()) as object).toMatchObject({ ok: true });
  await system.processes.start('relay');
  const answer = askFor(topic, 'after the relay was away');
  answer.catch(() => undefined);
  const request = await nextRequest();
  await rejectRequest(deps, session, { id: request.id });
  await expect(answer).rejects.toMatchObject({ code: 5000 });
  await endConnection(deps, { session, id, origin });
});

test('O11 while operators have stopped the flow, the worker leaves what sites say with the relay; nothing is lost', async () => {
  const { topic, id } = await connect();
  const other = await connect();
  const operatorId = await addOperator(system.db, { name: 'olga' });
  await turnFlow(operatorId, 'stopped');
  // The worker sees the stop within a second, and with the first message that it may not take it leaves the relay.
  await until('the worker away from the relay', async () => {
    site.ping({ topic: other.topic }).catch(() => undefined);
    return (await relayStep())?.details.connected === false;
  });
  const answer = askFor(topic, 'while the flow is stopped');
  answer.catch(() => undefined);
  expect(await listRequests(deps, session.personId)).toEqual([]);
  await turnFlow(operatorId, 'started');
  const request = await nextRequest();
  expect(request.asks).toMatchObject({ text: 'while the flow is stopped' });
  await rejectRequest(deps, session, { id: request.id });
  await expect(answer).rejects.toMatchObject({ code: 5000 });
  for (const each of [id, other.id]) await endConnection(deps, { session, id: each, origin });
});

test('C08 signing out everywhere ends the connection, and the site is told', async () => {
  const { id, topic } = await connect();
  const ended = new Promise((resolve) => site.once('session_delete', resolve));
  await ana.api.post('/identity/sessions/end-others', {});
  expect(await phaseOf(id)).toBe('over');
  expect(await ended).toMatchObject({ topic });
});
