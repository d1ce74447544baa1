import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logHooks } from '@tern/base/log-line';
import { installedAssets } from '@tern/config/installed-assets';
import { loadConfig } from '@tern/config/load-config';
import type { AcceptedVersions } from '@tern/contracts/routes/agreements';
import { shownVersions } from '@tern/contracts/shown-versions';
import type { DbReader } from '@tern/db/database';
import { openObjectStore } from '@tern/object-store/open-object-store';
import { openFlowReader } from '@tern/server/house/flows/public';
import { measureRequests } from '@tern/server/house/metrics/public';
import { type IdentityDeps } from '@tern/server/people/accounts/public';
import { openAgreementCheck, publishAgreements } from '@tern/server/people/agreements/public';
import { vapidKeys } from '@tern/server/people/push/public';
import { openSessionReader } from '@tern/server/people/sessions/public';
import { beginTerms } from '@tern/server/people/terms/public';
import { connectionBox, findChainId } from '@tern/server/people/wallet-connections/public';
import { openLiveHub, type LiveHub } from '@tern/server/platform/live/public';
import { outboxBox } from '@tern/server/platform/messaging/public';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { getAddress } from '@tern/tron/address';
import { openNode, type TronNode } from '@tern/tron/open-node';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import pino from 'pino';
import { activityPicturesDeps, identityDeps, personFilesDeps, type ApiSecrets } from '../compose.ts';
import { limitStrangers } from '../limit-strangers.ts';
import { redactedPaths } from '../redacted-paths.ts';
import { buildRouter } from '../router.ts';
import type { ServerOptions } from '../server-options.ts';
import { buildServer } from '../server.ts';
import { termsOfSettings } from '../terms-settings.ts';

export const publicUrl = 'http://localhost:4300';
export const password = 'teal-harbour-91-lamps';

export type TestApi = {
  readonly app: FastifyInstance;
  readonly database: TestDatabase;
  /** Seals connections to sites. */
  readonly connectionBox: ReturnType<typeof connectionBox>;
  /** Where its pictures are. */
  readonly folder: string;
  readonly identity: IdentityDeps;
  readonly hub: LiveHub;
  /** Every line logged so far, parsed. */
  readonly logged: Record<string, unknown>[];
  /** The same as they were written. */
  readonly lines: string[];
  /** What must not happen; empty at the end of a good test. */
  readonly faults: { readonly route: string; readonly error: unknown }[];
  readonly readCode: (recipient: string) => Promise<string>;
  readonly close: () => Promise<void>;
};

const network = {
  contracts: {
    usdt: getAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
    reward: getAddress('TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj'),
  },
  explorerUrl: null,
};

/** The API over a database of its own, with no chain behind it: routes that ask a node answer that it is unavailable. */
export async function openTestApi(
  overrides: Partial<ServerOptions> = {},
  identityOverrides: Partial<IdentityDeps> = {},
): Promise<TestApi> {
  const database = await createTestDatabase();
  const secrets: ApiSecrets = {
    'session-key': [randomBytes(32)],
    'factor-key': [randomBytes(32)],
    'password-pepper': [randomBytes(32)],
    's3-secret-key': undefined,
  };
  const logged: Record<string, unknown>[] = [];
  const lines: string[] = [];
  const log = pino(
    { redact: redactedPaths, hooks: logHooks },
    {
      write: (line: string) => {
        lines.push(line);
        logged.push(JSON.parse(line) as Record<string, unknown>);
      },
    },
  );
  const config = loadConfig({ TERN_PROFILE: 'test', PRODUCT_NAME: 'Testwallet', PRODUCT_TOKEN: 'TWT' });
  const identity = {
    ...identityDeps({ config, secrets, log, version: '2.0.1' }, database.asApi),
    ...identityOverrides,
  };
  const nodes = [openNode({ url: 'http://127.0.0.1:9', timeoutMs: 1000 })] as const;
  const connections = await connectionsOf(secrets['session-key'], nodes[0]);
  const hub = await openLiveHub({
    db: database.asApi,
    url: database.apiUrl,
    onError: (error) => log.error({ err: error }),
  });
  await fillPool(database.db.kysely);
  await beginTerms(database.asApi, termsOfSettings(config));
  await publishAgreements(database.asApi);
  const folder = await mkdtemp(join(tmpdir(), 'test-api-'));
  const pictures = await openObjectStore({ kind: 'disk', folder: join(folder, 'pictures') }, identity.clock);
  const faults: { route: string; error: unknown }[] = [];
  const app = await buildServer({
    router: buildRouter({
      config,
      version: '2.0.1',
      nodes,
      build: null,
      trxFromContracts: async () => true,
      db: database.asApi,
      hub,
      network,
      identity,
      connections,
      pushKeys: vapidKeys(secrets['session-key']),
    }),
    readSession: openSessionReader(identity),
    limitStrangers: limitStrangers(identity),
    isFlowOpen: openFlowReader({ db: database.asApi, clock: identity.clock }),
    requireAgreements: openAgreementCheck(database.asApi),
    cookies: { secure: false, sessionSeconds: 3600, deviceSeconds: 7200 },
    files: personFilesDeps(database.asApi, config, connections.box),
    activityPictures: activityPicturesDeps(database.asApi, { pictures, incoming: join(folder, 'incoming') }),
    publicUrl,
    trustedProxyHops: 0,
    productName: 'Testwallet',
    version: '2.0.1',
    log,
    measure: measureRequests(),
    onFault: (fault) => void faults.push(fault),
    recordExport: { db: database.asApi, assets: installedAssets(config) },
    ...overrides,
  });
  return {
    app,
    database,
    connectionBox: connections.box,
    folder,
    identity,
    hub,
    logged,
    lines,
    faults,
    readCode: async (recipient) => {
      const row = await database.db.kysely
        .selectFrom('outbox')
        .select(['id', 'values_sealed'])
        .where('recipient', '=', recipient)
        .where('template', 'like', 'code-%')
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      const box = outboxBox(secrets['session-key']);
      return (JSON.parse(box.open(row.values_sealed ?? Buffer.alloc(0), row.id)) as { code: string }).code;
    },
    close: async () => {
      await hub.close();
      await app.close();
      await database.drop();
      await rm(folder, { recursive: true });
    },
  };
}

async function fillPool(db: DbReader): Promise<void> {
  const rows = Array.from({ length: 50 }, (_, index) => ({
    derivation_index: index,
    address: `T${String(index).padStart(33, 'x')}`,
    mac: 'mac',
  }));
  await db.insertInto('address_pool').values(rows).execute();
}

export type Browser = {
  readonly cookies: Map<string, string>;
  readonly get: (path: string, options?: Partial<InjectOptions>) => Promise<LightMyRequestResponse>;
  readonly post: (path: string, body: unknown, options?: Partial<InjectOptions>) => Promise<LightMyRequestResponse>;
};

/** A browser that keeps cookies and names its origin, as the wallet's own page does. */
export function openBrowser(app: FastifyInstance): Browser {
  const cookies = new Map<string, string>();
  const send = async (options: InjectOptions): Promise<LightMyRequestResponse> => {
    const response = await app.inject({
      ...options,
      cookies: Object.fromEntries(cookies),
      headers: { host: 'localhost:4300', 'user-agent': 'Test browser', ...options.headers },
    });
    for (const cookie of response.cookies) {
      if (cookie.maxAge === 0 || cookie.value === '') cookies.delete(cookie.name);
      else cookies.set(cookie.name, cookie.value);
    }
    return response;
  };
  return {
    cookies,
    get: (path, options = {}) => send({ method: 'GET', url: path, ...options }),
    post: (path, body, { headers, ...options } = {}) =>
      send({
        method: 'POST',
        url: path,
        payload: JSON.stringify(body),
        headers: { origin: publicUrl, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', ...headers },
        ...options,
      }),
  };
}

/** Registers by e-mail, with the agreements ticked as they stood in `accepted`, and leaves the browser signed in. */
export async function registerByMail(
  api: TestApi,
  browser: Browser,
  email: string,
  { accepted = shownVersions, inviteCode }: { accepted?: AcceptedVersions; inviteCode?: unknown } = {},
): Promise<Record<string, unknown>> {
  const target = { kind: 'email', email };
  const sent = await browser.post('/api/identity/register/code', { target });
  const { challengeId } = sent.json<{ challengeId: string }>();
  const code = await api.readCode(email);
  const registered = await browser.post('/api/identity/register', {
    target,
    challengeId,
    code,
    password,
    accepted,
    inviteCode,
  });
  if (registered.statusCode !== 200) throw new Error(registered.body);
  return registered.json<Record<string, unknown>>();
}

async function connectionsOf(sessionKeys: Parameters<typeof connectionBox>[0], node: TronNode) {
  const metadata = { name: 'Testwallet', description: '', url: publicUrl, icons: [] };
  const chain = await findChainId(node, '0'.repeat(64));
  return { box: connectionBox(sessionKeys), chain, metadata, isOffered: true };
}
