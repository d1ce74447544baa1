import { randomBytes, randomUUID } from 'node:crypto';
import { loadConfig } from '@tern/config/load-config';
import { measureRequests } from '@tern/server/house/metrics/public';
import { transfersRouter } from '@tern/server/money/transfers/routes';
import { requireAgreements } from '@tern/server/people/agreements/public';
import { vapidKeys } from '@tern/server/people/push/public';
import { openSessionReader } from '@tern/server/people/sessions/public';
import { connectionBox, findChainId } from '@tern/server/people/wallet-connections/public';
import { openLiveHub } from '@tern/server/platform/live/public';
import { openNode } from '@tern/tron/open-node';
import { sql } from 'kysely';
import pino from 'pino';
import {
  createSendingWorld,
  randomAddress,
  type SendingWorld,
  type TestPerson,
} from '../../packages/server/src/money/transfers/testing/sending-world.ts';
import { identityDeps, personFilesDeps, type ApiSecrets } from '../../services/api/src/compose.ts';
import { limitStrangers } from '../../services/api/src/limit-strangers.ts';
import { buildRouter } from '../../services/api/src/router.ts';
import { buildServer } from '../../services/api/src/server.ts';

// One api process over a database of its own: the real server, contract, sessions and database roles. Only the factors
// are taken as given, since a password hash is made to be slow: drafts are authorised beforehand, as it were.
export type TransferApiOrder = { readonly drafts: number } | 'check' | 'end';
export type PreparedTransfer = { readonly token: string; readonly draftId: string; readonly hash: string };

/** So many that nobody has sent hundreds of times within the day, which nobody does. */
const peopleCount = Number(process.argv[2]);
const plenty = 40_000_000_000n;

type Sender = TestPerson & { readonly token: string };

async function openSender(world: SendingWorld): Promise<Sender> {
  const person = await world.person({ usdt: plenty });
  const token = randomBytes(32).toString('base64url');
  const device = randomUUID();
  await sql`
    INSERT INTO devices (id, person_id, token_hash, user_agent, registered, created_at, remembered_until)
    VALUES (${device}, ${person.personId}, sha256(${randomBytes(32)}), 'bench', true, now(), now() + interval '1 day')`.execute(
    world.db.kysely,
  );
  await sql`
    INSERT INTO sessions (id, id_hash, person_id, device_id, proofs, ip, user_agent, created_at, seen_at, absolute_until)
    VALUES (${randomUUID()}, sha256(${Buffer.from(token)}), ${person.personId}, ${device}, '{password}', '127.0.0.1', 'bench',
      now(), now(), now() + interval '1 day')`.execute(world.db.kysely);
  return { ...person, token };
}

async function serve(world: SendingWorld) {
  const config = loadConfig({ TERN_PROFILE: 'test', PRODUCT_NAME: 'Bench', PRODUCT_TOKEN: 'BEN' });
  const secrets: ApiSecrets = {
    'session-key': [randomBytes(32)],
    'factor-key': [randomBytes(32)],
    'password-pepper': [randomBytes(32)],
    's3-secret-key': undefined,
  };
  const log = pino(pino.destination({ dest: '/dev/null', sync: false }));
  const identity = identityDeps({ config, secrets, log, version: '0.0.0' }, world.asApi);
  const hub = await openLiveHub({
    db: world.asApi,
    url: world.apiUrl,
    onError: (error) => log.error({ err: error }),
  });
  const box = connectionBox([randomBytes(32)]);
  const node = openNode({ url: 'http://127.0.0.1:9', timeoutMs: 1_000 });
  const router = buildRouter({
    config,
    version: '0.0.0',
    nodes: [node],
    build: null,
    trxFromContracts: async () => true,
    db: world.asApi,
    hub,
    network: { contracts: { usdt: randomAddress(), reward: randomAddress() }, explorerUrl: null },
    identity,
    connections: {
      box,
      chain: await findChainId(node, '0'.repeat(64)),
      metadata: { name: 'Bench', description: '', url: 'http://127.0.0.1', icons: [] },
      isOffered: false,
    },
    pushKeys: vapidKeys([randomBytes(32)]),
  });
  const app = await buildServer({
    router: { ...router, transfers: transfersRouter(world.deps) },
    limitStrangers: limitStrangers(identity),
    isFlowOpen: () => Promise.resolve(true),
    requireAgreements: (personId) => requireAgreements(world.asApi.kysely, personId),
    readSession: openSessionReader(identity),
    cookies: { secure: false, sessionSeconds: 3_600, deviceSeconds: 3_600 },
    files: personFilesDeps(world.asApi, config, box),
    publicUrl: 'http://localhost',
    trustedProxyHops: 0,
    productName: 'Bench',
    version: '0.0.0',
    log,
    measure: measureRequests(),
    onFault: ({ route, error }) => process.stderr.write(`${route}: ${String(error)}\n`),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has a port');
  return {
    port: address.port,
    close: async () => {
      await hub.close();
      await app.close();
    },
  };
}

/** Drafts between random people, several at a time. */
async function prepare(world: SendingWorld, senders: readonly Sender[], count: number): Promise<PreparedTransfer[]> {
  const prepared: PreparedTransfer[] = [];
  let left = count;
  const work = async (): Promise<void> => {
    for (; left > 0; left -= 1) {
      const from = Math.floor(Math.random() * senders.length);
      const to = (from + 1 + Math.floor(Math.random() * (senders.length - 1))) % senders.length;
      const [sender, receiver] = [senders[from], senders[to]] as [Sender, Sender];
      const draft = await world.draft(sender, { to: receiver.address, amount: '1' });
      prepared.push({ token: sender.token, draftId: draft.id, hash: draft.hash });
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return prepared;
}

const world = await createSendingWorld();
const senders: Sender[] = [];
while (senders.length < peopleCount) senders.push(await openSender(world));
const server = await serve(world);
process.send?.(server.port);

process.on('message', (order: TransferApiOrder) => {
  void (async () => {
    if (order === 'end') {
      await server.close();
      await world.drop();
      process.disconnect();
    } else if (order === 'check') {
      await world.checkBooks();
      process.send?.('sound');
    } else {
      process.send?.(await prepare(world, senders, order.drafts));
    }
  })();
});
