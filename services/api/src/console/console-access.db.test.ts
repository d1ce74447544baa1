import { consoleContract } from '@tern/contracts/console-contract';
import { operatorRoles } from '@tern/contracts/routes/console-access';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openTestApi, registerByMail, type TestApi } from '../testing/open-test-api.ts';
import { consoleAccess, type ConsoleRouteName } from './console-access.ts';
import {
  openOperatorBrowser,
  openTestConsole,
  type OperatorBrowser,
  type TestConsole,
} from './testing/test-console.ts';

let database: TestDatabase;
let console: TestConsole;
beforeAll(async () => {
  database = await createTestDatabase();
  console = await openTestConsole(database);
});
afterAll(async () => {
  await console.close();
  await database.drop();
});
afterEach(() => {
  expect(console.faults).toEqual([]);
});

// A stream of a file begins where everything before it was right.
const codeOf = (response: LightMyRequestResponse): string =>
  response.headers['content-type'] === 'text/event-stream'
    ? 'right'
    : (response.json<{ code?: string }>().code ?? 'right');

describe('the way in', () => {
  test('an invitation enrols one passkey, once, and signs its operator in', async () => {
    const link = await console.invite('vera', 'viewer');
    const vera = openOperatorBrowser(console.app);
    expect((await vera.enrol(link)).statusCode).toBe(200);
    expect((await vera.get('/session')).json()).toMatchObject({ name: 'vera', role: 'viewer', product: 'Testwallet' });
    expect(codeOf(await openOperatorBrowser(console.app).enrol(link))).toBe('ENROLMENT_OVER');
  });

  test('a newer invitation overtakes the one before, and one that is a day old is over', async () => {
    const first = await console.invite('walt', 'viewer');
    const second = await console.invite('walt', 'viewer');
    expect(codeOf(await openOperatorBrowser(console.app).enrol(first))).toBe('ENROLMENT_OVER');
    console.clock.advance(24 * 3_600_000);
    expect(codeOf(await openOperatorBrowser(console.app).enrol(second))).toBe('ENROLMENT_OVER');
  });

  test('O01 a key that is enrolled is not enrolled a second time under another name', async () => {
    const xena = await console.operator('xena', 'reviewer');
    const link = await console.invite('xena2', 'reviewer');
    expect(codeOf(await xena.enrol(link))).toBe('PASSKEY_REFUSED');
  });

  test('O01 a browser is told of 64 keys at most, the own and the last used first: with more it would make none', async () => {
    await console.operator('zoran', 'viewer');
    const link = await console.invite('zita', 'viewer');
    await database.db.kysely.transaction().execute(async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      await sql`
        INSERT INTO operator_passkeys (id, operator_id, credential_id, public_key, sign_count, transports, created_at)
        SELECT gen_random_uuid(), (SELECT id FROM operators WHERE name = CASE WHEN n = 70 THEN 'zita' ELSE 'zoran' END),
               decode(lpad(to_hex(n), 8, '0'), 'hex'), decode(lpad(to_hex(n), 8, '0'), 'hex'), 0, '{}', now() + interval '1 year' - make_interval(days => n)
          FROM generate_series(1, 70) AS n`.execute(tx);
    });
    const begun = await openOperatorBrowser(console.app).post('/enrolment/begin', { token: link.split('#')[1] });
    const { known } = begun.json<{ known: readonly string[] }>();
    const idOf = (n: number): string => Buffer.from(n.toString(16).padStart(8, '0'), 'hex').toString('base64url');
    expect(known).toHaveLength(64);
    expect(known[0]).toBe(idOf(70));
    expect(known).toContain(idOf(1));
    expect(known).not.toContain(idOf(69));
  });

  test('O08 only the passkey signs in: there is no route that takes a password, and the session is short', async () => {
    const yann = await console.operator('yann', 'viewer');
    expect((await yann.post('/session/end', {})).statusCode).toBe(200);
    expect(codeOf(await yann.get('/session'))).toBe('LOGIN_EXPIRED');
    expect(Object.keys(consoleContract.access)).toEqual([
      'beginEnrolment',
      'finishEnrolment',
      'beginSignIn',
      'signIn',
      'me',
      'signOut',
    ]);
    expect((await yann.signIn()).statusCode).toBe(200);
    console.clock.advance(14 * 60_000);
    expect((await yann.get('/session')).statusCode).toBe(200);
    console.clock.advance(15 * 60_000);
    expect(codeOf(await yann.get('/session'))).toBe('LOGIN_EXPIRED');
    await yann.signIn();
    for (let worked = 0; worked < 8 * 6; worked += 1) {
      expect((await yann.get('/session')).statusCode).toBe(200);
      console.clock.advance(10 * 60_000);
    }
    expect(codeOf(await yann.get('/session'))).toBe('LOGIN_EXPIRED');
  });

  test.each([
    ['another address', { origin: 'https://evil.example' }],
    ['another relying party', { relyingParty: 'evil.example' }],
    ['nobody verified', { verified: false }],
    ['a counter that went back', { signCount: 0 }],
  ])('O08 an answer of a passkey with %s signs nobody in', async (what, changes) => {
    const zoe = await console.operator(`zoe-${what.replaceAll(' ', '-')}`, 'viewer');
    expect((await zoe.signIn()).statusCode).toBe(200);
    expect(codeOf(await zoe.signIn(changes))).toBe('PASSKEY_REFUSED');
  });

  test.each([
    ['address', { ip: '127.0.0.9' }],
    ['browser', { userAgent: 'Another browser' }],
  ])('O08 a cookie that turns up at another %s ends the session, and the log says so', async (what, moved) => {
    const adam = await console.operator(`adam-${what}`, 'viewer');
    const thief = Object.assign(openOperatorBrowser(console.app), { cookie: adam.cookie, ...moved });
    expect(codeOf(await thief.get('/session'))).toBe('LOGIN_EXPIRED');
    expect(codeOf(await adam.get('/session'))).toBe('LOGIN_EXPIRED');
    await adam.signIn();
    const { actions } = (await adam.get('/log?kind=operator-session-moved')).json<{
      actions: { operator: string }[];
    }>();
    expect(actions.map(({ operator }) => operator)).toContain(`adam-${what}`);
  });

  test('signing in a second time ends the first session: one operator works in one place', async () => {
    const bea = await console.operator('bea', 'viewer');
    const first = Object.assign(openOperatorBrowser(console.app), { cookie: bea.cookie });
    await bea.signIn();
    expect((await bea.get('/session')).statusCode).toBe(200);
    expect(codeOf(await first.get('/session'))).toBe('LOGIN_EXPIRED');
  });

  test('a page of another site cannot use an operator’s session', async () => {
    const cleo = await console.operator('cleo', 'viewer');
    const response = await console.app.inject({
      method: 'POST',
      url: '/console/api/session/end',
      cookies: { console: cleo.cookie ?? '' },
      headers: { origin: 'https://evil.example', 'content-type': 'application/json', 'user-agent': cleo.userAgent },
      payload: '{}',
    });
    expect(codeOf(response)).toBe('ORIGIN_REFUSED');
    expect((await cleo.get('/session')).statusCode).toBe(200);
  });
});

describe('people’s sessions and operators’', () => {
  let wallet: TestApi;
  beforeAll(async () => {
    wallet = await openTestApi();
  });
  afterAll(() => wallet.close());

  test('O08 are of no use to each other, under whatever name of a cookie', async () => {
    const person = openBrowser(wallet.app);
    await registerByMail(wallet, person, 'o08@example.org');
    const personal = person.cookies.get('session') ?? '';
    const operator = await console.operator('dora', 'administrator');
    const intruder = Object.assign(openOperatorBrowser(console.app), { cookie: personal });
    expect(codeOf(await intruder.get('/session'))).toBe('LOGIN_EXPIRED');
    for (const name of ['session', 'console']) {
      const answer = await wallet.app.inject({
        url: '/api/identity/account',
        cookies: { [name]: operator.cookie ?? '' },
      });
      expect(codeOf(answer)).toBe('LOGIN_EXPIRED');
    }
    expect((await wallet.app.inject({ url: '/console/api/session' })).statusCode).toBe(404);
    expect((await console.app.inject({ url: '/api/identity/account' })).statusCode).toBe(404);
  });
});

type Described = { readonly '~orpc': { readonly route: { readonly method?: string; readonly path?: string } } };
const contract = consoleContract as unknown as Record<string, Record<string, Described>>;
const nobody = '00000000-0000-4000-8000-000000000000';

describe('O03 the matrix of roles and routes', () => {
  const routes = Object.entries(contract).flatMap(([area, each]) =>
    Object.entries(each).map(([name, described]) => {
      const { method = '', path = '' } = described['~orpc'].route;
      return { name: `${area}.${name}` as ConsoleRouteName, method, path: path.replace(/\{[^}]+\}/g, nobody) };
    }),
  );
  const browsers = new Map<string, OperatorBrowser>();
  const ask = (browser: OperatorBrowser, { method, path }: (typeof routes)[number]) =>
    method === 'GET' ? browser.get(path) : browser.post(path, {});

  beforeAll(async () => {
    for (const role of operatorRoles) browsers.set(role, await console.operator(`matrix-${role}`, role));
  });

  test('names every route of the contract and no other', () => {
    expect(Object.keys(consoleAccess).sort()).toEqual(routes.map(({ name }) => name).sort());
  });

  test.each(operatorRoles.flatMap((role) => routes.map((route) => ({ role, route, name: route.name }))))(
    '$role × $name',
    async ({ role, route }) => {
      const browser = browsers.get(role);
      if (browser === undefined) throw new Error(`no ${role}`);
      const access = consoleAccess[route.name];
      const code = codeOf(await ask(browser, route));
      if (access === 'public' || access.includes(role)) expect(['LOGIN_EXPIRED', 'ROLE_MISSING']).not.toContain(code);
      else expect(code).toBe('ROLE_MISSING');
      // Signing out is allowed to everybody, and the next route needs them back.
      if (route.name === 'access.signOut') await browser.signIn();
    },
  );

  test.each(routes.filter(({ name }) => consoleAccess[name] !== 'public'))('nobody × $name', async (route) => {
    expect(codeOf(await ask(openOperatorBrowser(console.app), route))).toBe('LOGIN_EXPIRED');
  });
});
