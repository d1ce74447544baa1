import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manualClock, systemClock, type ManualClock } from '@tern/base/clock';
import { loadConfig } from '@tern/config/load-config';
import type { OperatorRole } from '@tern/contracts/routes/console-access';
import { openObjectStore } from '@tern/object-store/open-object-store';
import { consoleDefaults, readConsoleSession, type ConsoleAccessDeps } from '@tern/server/console/access/public';
import { measureRequests } from '@tern/server/house/metrics/public';
import { beginTerms } from '@tern/server/people/terms/public';
import type { TestDatabase } from '@tern/testkit/database';
import { inviteOperator } from '@tern/testkit/operators';
import { softwarePasskey, type PasskeyChanges } from '@tern/testkit/software-passkey';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import pino from 'pino';
import { serviceOptions } from '../../service/service-options.ts';
import { termsOfSettings } from '../../terms-settings.ts';
import { buildConsoleServer } from '../build-console-server.ts';
import type { ConsoleOptions } from '../console-options.ts';
import { buildConsoleRouter } from '../console-router.ts';

export const consoleUrl = 'http://localhost:4310';

export type TestConsole = {
  readonly app: FastifyInstance;
  readonly clock: ManualClock;
  readonly access: ConsoleAccessDeps;
  /** What must not happen; empty at the end of a good test. */
  readonly faults: unknown[];
  /** What somebody should look at. */
  readonly alerts: string[];
  /** A link that enrols an operator of this name, made in nobody's name. */
  readonly invite: (name: string, role: OperatorRole) => Promise<string>;
  /** An operator with an enrolled passkey, signed in in a browser of their own. */
  readonly operator: (name: string, role: OperatorRole) => Promise<OperatorBrowser>;
  readonly close: () => Promise<void>;
};

/**
 * The console over a test database, with a clock of its own; `more` settings beside those of every test, and options in place
 * of theirs.
 */
export async function openTestConsole(
  database: TestDatabase,
  more: Readonly<Record<string, string>> = {},
  overrides: Partial<ConsoleOptions> = {},
): Promise<TestConsole> {
  const config = loadConfig({
    TERN_PROFILE: 'test',
    PRODUCT_NAME: 'Testwallet',
    PRODUCT_TOKEN: 'TWT',
    WEBHOOK_HOSTS: 'http://127.0.0.1:9,https://localhost',
    ...more,
  });
  await beginTerms(database.asApi, termsOfSettings(config));
  const clock = manualClock(systemClock.now());
  const settings = { ...consoleDefaults, productName: 'Testwallet', consoleUrl };
  const access = { db: database.asConsole, clock, settings };
  const pictures = await openObjectStore(
    { kind: 'disk', folder: join(tmpdir(), `console-pictures-${process.pid}`) },
    clock,
  );
  const faults: unknown[] = [];
  const alerts: string[] = [];
  const app = await buildConsoleServer({
    log: pino({ level: 'silent' }),
    trustedProxyHops: 0,
    secure: false,
    measure: measureRequests(),
    onFault: (fault) => void faults.push(fault),
    router: buildConsoleRouter({
      config,
      access,
      explorerUrl: null,
      pictures,
      isContract: () => Promise.resolve(false),
      webhookKey: Buffer.alloc(32, 9),
      alert: (event) => void alerts.push(event),
      fault: (fault) => void faults.push(fault),
      brokenFile: (fault) => void faults.push(fault),
    }),
    readSession: (token, caller) => readConsoleSession(access, token, caller),
    consoleUrl,
    productName: 'Testwallet',
    service: serviceOptions({ config, db: database.asConsole, clock, version: '0' }),
    ...overrides,
  });
  const invite = async (name: string, role: OperatorRole): Promise<string> =>
    (await inviteOperator(database.db, { name, role, consoleUrl, now: clock.now() })).link;
  return {
    app,
    invite,
    clock,
    access,
    faults,
    alerts,
    operator: async (name, role) => {
      const browser = openOperatorBrowser(app);
      await browser.enrol(await invite(name, role));
      return browser;
    },
    close: () => app.close(),
  };
}

export type OperatorBrowser = ReturnType<typeof openOperatorBrowser>;

/** An operator's browser: keeps its cookie, holds a passkey, names its origin. */
export function openOperatorBrowser(app: FastifyInstance) {
  const browser = {
    key: softwarePasskey(consoleUrl),
    cookie: undefined as string | undefined,
    userAgent: 'Operator browser',
    ip: '127.0.0.1',
    get: (path: string): Promise<LightMyRequestResponse> => send('GET', path),
    post: (path: string, body: unknown): Promise<LightMyRequestResponse> => send('POST', path, body),
    enrol: async (link: string, code?: string): Promise<LightMyRequestResponse> => {
      const token = link.split('#')[1] ?? '';
      const begun = await send('POST', '/enrolment/begin', { token, code });
      if (begun.statusCode !== 200) return begun;
      const { ceremonyId, challenge } = begun.json<{ ceremonyId: string; challenge: string }>();
      return send('POST', '/enrolment', { token, code, ceremonyId, passkey: browser.key.make(challenge) });
    },
    signIn: async (changes: PasskeyChanges = {}): Promise<LightMyRequestResponse> => {
      const begun = (await send('POST', '/session/begin', {})).json<{ ceremonyId: string; challenge: string }>();
      return send('POST', '/session', {
        ceremonyId: begun.ceremonyId,
        passkey: browser.key.use(begun.challenge, changes),
      });
    },
    /** Asks for the question of a decision and signs it. */
    sign: async (path: string, said: unknown, changes: PasskeyChanges = {}): Promise<SignedDecision> => {
      const asked = await send('POST', path, said);
      const { ceremonyId, challenge } = asked.json<{ ceremonyId: string; challenge: string }>();
      return { said, proof: { ceremonyId, passkey: browser.key.use(challenge, changes) } };
    },
  };
  async function send(method: 'GET' | 'POST', path: string, body?: unknown): Promise<LightMyRequestResponse> {
    const response = await app.inject({
      method,
      url: `/console/api${path}`,
      remoteAddress: browser.ip,
      cookies: browser.cookie === undefined ? {} : { console: browser.cookie },
      headers: {
        host: 'localhost:4310',
        'user-agent': browser.userAgent,
        ...(method === 'GET' ? {} : { origin: consoleUrl, 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    const set = response.cookies.find(({ name }) => name === 'console');
    if (set !== undefined) browser.cookie = set.value === '' ? undefined : set.value;
    return response;
  }
  return browser;
}

export type SignedDecision = {
  readonly said: unknown;
  readonly proof: { readonly ceremonyId: string; readonly passkey: unknown };
};

/** What an answer comes to: why it was refused, or what was done. */
export function outcomeOf(answer: { readonly json: <T>() => T }): string {
  const { code, data, outcome } = answer.json<{ code?: string; outcome?: string; data?: { reason?: string } }>();
  return data?.reason ?? code ?? outcome ?? 'done';
}
