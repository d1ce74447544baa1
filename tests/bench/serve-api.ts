import { randomBytes, randomUUID } from 'node:crypto';
import { loadConfig } from '@tern/config/load-config';
import { measureRequests } from '@tern/server/house/metrics/public';
import { openAgreementCheck } from '@tern/server/people/agreements/public';
import { vapidKeys } from '@tern/server/people/push/public';
import { openSessionReader } from '@tern/server/people/sessions/public';
import { connectionBox, findChainId } from '@tern/server/people/wallet-connections/public';
import { openLiveHub } from '@tern/server/platform/live/public';
import { openNode } from '@tern/tron/open-node';
import { sql } from 'kysely';
import pino from 'pino';
import {
  randomAddress,
  type SendingWorld,
  type TestPerson,
} from '../../packages/server/src/money/transfers/testing/sending-world.ts';
import { identityDeps, personFilesDeps, type ApiSecrets } from '../../services/api/src/compose.ts';
import { limitStrangers } from '../../services/api/src/limit-strangers.ts';
import { buildRouter } from '../../services/api/src/router.ts';
import { buildServer } from '../../services/api/src/server.ts';

type Identity = ReturnType<typeof identityDeps>;
type Router = ReturnType<typeof buildRouter>;

/** Somebody who is signed in, with the token of the session's cookie. */
export type Sender = TestPerson & { readonly token: string };

/** So many that nobody has sent hundreds of times within the day, which nobody does. */
const plenty = 40_000_000_000n;

const config = loadConfig({ TERN_PROFILE: 'test', PRODUCT_NAME: 'Bench', PRODUCT_TOKEN: 'BEN' });
const log = pino(pino.destination({ dest: '/dev/null', sync: false }));

export async function openSender(world: SendingWorld): Promise<Sender> {
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

/** The secrets of a process that lives as long as a case. */
export function newSecrets(): ApiSecrets {
  return {
    'session-key': [randomBytes(32)],
    'factor-key': [randomBytes(32)],
    'password-pepper': [randomBytes(32)],
    's3-secret-key': undefined,
  };
}

/** What people and their factors need, as an api process has it. */
export function openIdentity(world: SendingWorld, secrets: ApiSecrets): Identity {
  return identityDeps({ config, secrets, log, version: '0.0.0' }, world.asApi);
}

/**
 * One api process over the world's database: the real server, contract, sessions and database roles. `change` puts another
 * part in the place of one of the router.
 */
export async function serveApi(
  world: SendingWorld,
  identity: Identity,
  change: (router: Router) => Router = (router) => router,
) {
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
    router: change(router),
    limitStrangers: limitStrangers(identity),
    isFlowOpen: () => Promise.resolve(true),
    requireAgreements: openAgreementCheck(world.asApi),
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

/** Does what the bench orders this process to, until `end`: looks at the books, or what `carryOut` answers for its case. */
export function answerOrders<Order>(
  { world, server }: { readonly world: SendingWorld; readonly server: Awaited<ReturnType<typeof serveApi>> },
  carryOut: (order: Exclude<Order, 'check' | 'end'>) => unknown,
): void {
  process.on('message', (order: Exclude<Order, 'check' | 'end'> | 'check' | 'end') => {
    void (async () => {
      if (order === 'end') {
        await server.close();
        await world.drop();
        process.disconnect();
      } else if (order === 'check') {
        await world.checkBooks();
        process.send?.('sound');
      } else {
        process.send?.(await carryOut(order));
      }
    })();
  });
}
