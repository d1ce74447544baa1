import { randomUUID } from 'node:crypto';
import { ORPCError, Procedure } from '@orpc/server';
import { newId, type OperatorId, type PersonId, type SessionId } from '@tern/base/ids';
import { consoleContract } from '@tern/contracts/console-contract';
import { contract } from '@tern/contracts/contract';
import { problem } from '@tern/contracts/problem';
import type { OperatorRole } from '@tern/contracts/routes/console-access';
import { measureRequests } from '@tern/server/house/metrics/public';
import { NodeFault } from '@tern/tron/node-fault';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerApi } from './api-routes.ts';
import { consoleAccess, type ConsoleRouteName } from './console/console-access.ts';
import { registerConsoleApi } from './console/console-routes.ts';
import { openApp } from './open-app.ts';
import type { ServerOptions } from './server-options.ts';

// Goal: whatever breaks inside, the caller learns nothing of it, the log learns all of it, and the process goes on. Method:
// every handler of both contracts throws, in each way something can be thrown; all else is the real server.
const secret = 'postgres://tern_api:hunter2@10.0.0.7/tern';

const circular = new Error(secret);
circular.cause = circular;
const faults: Readonly<Record<string, (side: string) => unknown>> = {
  'an error': () => new Error(secret),
  'an error that comes later': () => Promise.reject(new TypeError(secret)),
  'an error that claims to be a refusal': () =>
    Object.assign(new Error(secret), { statusCode: 404, status: 404, code: 'NOT_FOUND', expose: true }),
  'an error that is its own cause': () => circular,
  'an error of several': () => new AggregateError([new Error(secret)], secret),
  'a text': () => secret,
  nothing: () => undefined,
  null: () => null,
  'a number': () => 404,
  'an object that cannot be read': () => ({
    get message(): string {
      throw new Error(secret);
    },
    toString: () => {
      throw new Error(secret);
    },
  }),
  'a refusal of the framework': () => new ORPCError('TEAPOT', { status: 418, message: secret, data: { secret } }),
  'a refusal of the framework that claims to be ours': () =>
    new ORPCError('NOT_FOUND', { status: 404, message: secret, defined: true, data: { secret } }),
  // Of the other contract.
  'a problem that the route does not declare': (side) =>
    side === 'console'
      ? problem('TRADE_PASSWORD_WRONG', { triesLeft: 3 })
      : problem('ROLE_MISSING', { role: 'viewer', needed: [] }),
};

let thrown: () => unknown = () => undefined;
/** A contract every handler of which throws, whatever it is given. */
function throwingRouter(whole: object): never {
  const slices = Object.entries(whole as Record<string, Record<string, { '~orpc': object }>>).map(([slice, routes]) => [
    slice,
    Object.fromEntries(
      Object.entries(routes).map(([name, described]) => [
        name,
        new Procedure({
          ...(described['~orpc'] as { errorMap: object; meta: object; route: object }),
          inputSchema: undefined,
          outputSchema: undefined,
          middlewares: [],
          inputValidationIndex: 0,
          outputValidationIndex: 0,
          handler: () => {
            const what = thrown();
            if (what instanceof Promise) return what;
            throw what;
          },
        } as unknown as ConstructorParameters<typeof Procedure>[0]),
      ]),
    ),
  ]);
  return Object.fromEntries(slices) as never;
}

type Fault = { readonly requestId: string; readonly route: string; readonly error: unknown };
const told: Fault[] = [];
const lines: string[] = [];
const log = pino({}, { write: (line: string) => void lines.push(line) });
const common = {
  log,
  trustedProxyHops: 0,
  secure: false,
  measure: measureRequests(),
  onFault: (fault: Fault) => {
    told.push(fault);
    log.error({ requestId: fault.requestId, route: fault.route, err: fault.error }, 'unexpected fault');
  },
  productName: 'Testwallet',
};
const publicUrl = 'http://localhost:4300';
let role: OperatorRole = 'administrator';

async function openWallet(): Promise<FastifyInstance> {
  const app = await openApp(common);
  const session = { personId: newId<PersonId>(), sessionId: newId<SessionId>(), deviceId: randomUUID() };
  registerApi(app, {
    ...common,
    publicUrl,
    router: throwingRouter(contract),
    readSession: () => Promise.resolve(session),
    isFlowOpen: () => Promise.resolve(true),
    requireAgreements: () => Promise.resolve(),
    cookies: { secure: false, sessionSeconds: 60, deviceSeconds: 60 },
  } as unknown as ServerOptions);
  return app;
}

async function openConsole(): Promise<FastifyInstance> {
  const app = await openApp(common);
  registerConsoleApi(app, {
    ...common,
    consoleUrl: publicUrl,
    router: throwingRouter(consoleContract),
    readSession: () =>
      Promise.resolve({
        operatorId: newId<OperatorId>(),
        role,
        name: 'olga',
        sessionId: randomUUID(),
        decidesMoneyFrom: null,
        keyDecidesMoneyFrom: null,
        signedInAt: new Date(),
      }),
  });
  return app;
}

type Route = { readonly name: string; readonly method: string; readonly url: string };
function routesOf(whole: object, prefix: string): readonly Route[] {
  type Described = { readonly '~orpc': { readonly route: { readonly method?: string; readonly path?: string } } };
  return Object.entries(whole as Record<string, Record<string, Described>>).flatMap(([slice, routes]) =>
    Object.entries(routes).map(
      ([
        name,
        {
          '~orpc': { route },
        },
      ]) => ({
        name: `${slice}.${name}`,
        method: route.method ?? 'GET',
        url: `${prefix}${(route.path ?? '').replace(/\{[^}]+\}/g, '00000000-0000-4000-8000-000000000000')}`,
      }),
    ),
  );
}

const sides = {
  wallet: { open: openWallet, routes: routesOf(contract, '/api'), cookie: 'session' },
  console: { open: openConsole, routes: routesOf(consoleContract, '/console/api'), cookie: 'console' },
} as const;

describe.each(Object.entries(sides))('the %s', (side, { open, routes, cookie }) => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = await open();
  });
  afterAll(() => app.close());

  const ask = ({ method, url, name }: Route) => {
    if (side === 'console') {
      const access = consoleAccess[name as ConsoleRouteName];
      role = access === 'public' ? 'viewer' : (access[0] ?? 'viewer');
    }
    return app.inject({
      method: method as 'GET',
      url,
      cookies: { [cookie]: 'a'.repeat(43) },
      headers: { origin: publicUrl, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
      ...(method === 'GET' ? {} : { payload: '{}' }),
    });
  };

  test.each(Object.entries(faults))('X11 %s out of any handler is a generic 500, logged once', async (_name, make) => {
    thrown = () => make(side);
    expect(routes.length).toBeGreaterThan(40);
    for (const route of routes) {
      told.length = lines.length = 0;
      const answer = await ask(route);
      const requestId = String(answer.headers['x-request-id']);
      expect([route.name, answer.statusCode]).toEqual([route.name, 500]);
      expect(answer.json()).toEqual({
        defined: true,
        code: 'INTERNAL',
        status: 500,
        message: 'Unexpected fault; nothing was changed',
        data: { requestId },
      });
      expect(JSON.stringify(answer.headers)).not.toContain('hunter2');
      expect(told.map((fault) => [fault.route, fault.requestId])).toEqual([[route.name, requestId]]);
      const logged = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
      expect(logged.filter(({ msg }) => msg === 'unexpected fault')).toMatchObject([
        { requestId, route: route.name, level: 50, err: expect.anything() as unknown },
      ]);
    }
  });

  test('N01 a node that does not answer is an outage that passes, whatever was asked, and is logged once', async () => {
    const at = { node: secret, path: '/wallet/getcontract' };
    thrown = () => Promise.reject(new NodeFault('timeout', at, 'no answer in 5000 ms'));
    for (const route of routes) {
      told.length = 0;
      const answer = await ask(route);
      expect([route.name, answer.statusCode]).toEqual([route.name, 503]);
      expect(answer.json()).toMatchObject({ defined: true, code: 'UNAVAILABLE', status: 503 });
      expect(answer.body).not.toContain('hunter2');
      expect(told.map((fault) => fault.route)).toEqual([route.name]);
    }
  });
});

test('X11 an event stream that breaks in the middle ends without a word of why', async () => {
  const app = await openApp(common);
  try {
    const router = throwingRouter(contract) as unknown as { live: { live: { '~orpc': { handler: unknown } } } };
    router.live.live['~orpc'].handler = async function* () {
      yield { topic: 'ready', ref: null };
      throw new Error(secret);
    };
    registerApi(app, {
      ...common,
      publicUrl,
      router,
      readSession: () => Promise.resolve({ personId: newId<PersonId>() }),
      isFlowOpen: () => Promise.resolve(true),
      cookies: { secure: false, sessionSeconds: 60, deviceSeconds: 60 },
    } as unknown as ServerOptions);
    told.length = 0;
    const answer = await app.inject({ method: 'GET', url: '/api/live', cookies: { session: 'a'.repeat(43) } });
    expect(answer.body).toContain('"topic":"ready"');
    expect(answer.body).not.toContain('hunter2');
    expect(told).toMatchObject([{ route: 'live.live' }]);
  } finally {
    await app.close();
  }
});
