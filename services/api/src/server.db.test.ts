import { contract } from '@tern/contracts/contract';
import { problem } from '@tern/contracts/problem';
import { shownVersions } from '@tern/contracts/shown-versions';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { routeAccess } from './route-access.ts';
import { listRoutes } from './testing/list-routes.ts';
import { openBrowser, openTestApi, password, registerByMail, type TestApi } from './testing/open-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterEach(() => {
  expect(api.faults.splice(0), 'unexpected faults').toEqual([]);
});
afterAll(() => api.close());

const routes = listRoutes();

test('says of every route of the contract who may call it, and of no other', () => {
  const inContract = Object.entries(contract).flatMap(([slice, table]) =>
    Object.keys(table).map((route) => `${slice}.${route}`),
  );
  expect(Object.keys(routeAccess).toSorted()).toEqual(inContract.toSorted());
});

test('A06 without a session, or with a made-up one, every route but the public ones answers LOGIN_EXPIRED before reading its input', async () => {
  for (const { access, method, url, name } of routes) {
    for (const cookie of [undefined, 'session=forged', `session=${'A'.repeat(43)}`]) {
      const response = await api.app.inject({
        method: method as 'GET',
        url,
        headers: { host: 'localhost:4300', ...(cookie === undefined ? {} : { cookie }) },
        ...(method === 'POST' ? { payload: {} } : {}),
      });
      const isRefused = response.statusCode === 401 && response.json<{ code: string }>().code === 'LOGIN_EXPIRED';
      expect(isRefused, name).toBe(access !== 'public');
    }
  }
});

test('registers, reads the account, signs out, and the old cookie opens nothing any more', async () => {
  const browser = openBrowser(api.app);
  const account = await registerByMail(api, browser, 'anna@example.org');
  expect(account).toMatchObject({ account: { kind: 'email', masked: 'an•••@example.org' }, activated: false });
  expect((await browser.get('/api/identity/account')).json()).toEqual(account);
  expect((await browser.get('/api/wallets')).json<{ wallets: unknown[] }>().wallets).toHaveLength(1);

  const cookie = `session=${browser.cookies.get('session')}`;
  expect((await browser.post('/api/identity/logout', {})).statusCode).toBe(200);
  expect(browser.cookies.has('session')).toBe(false);
  for (const { access, method, url } of routes.filter(({ access }) => access !== 'public')) {
    const response = await api.app.inject({
      method: method as 'GET',
      url,
      headers: { cookie },
      ...(method === 'POST' ? { payload: {} } : {}),
    });
    expect([access, response.statusCode]).toEqual([access, 401]);
  }
});

test('signs in again: at once on the remembered device, by code on another one', async () => {
  const known = openBrowser(api.app);
  const target = { kind: 'email', email: 'ben@example.org' };
  await registerByMail(api, known, target.email);
  expect((await known.post('/api/identity/login', { target, password })).json()).toMatchObject({ step: 'done' });

  const other = openBrowser(api.app);
  const first = await other.post('/api/identity/login', { target, password });
  expect(first.json()).toMatchObject({ step: 'second-factor', method: 'code', sentTo: 'be•••@example.org' });
  expect(other.cookies.size).toBe(0);
  const { loginId } = first.json<{ loginId: string }>();
  const done = await other.post('/api/identity/login/finish', { loginId, code: await api.readCode(target.email) });
  expect(done.statusCode).toBe(200);
  const { sessions } = (await other.get('/api/identity/sessions')).json<{ sessions: { current: boolean }[] }>();
  expect(sessions.map(({ current }) => current)).toEqual([true, false]);
  expect((await other.post('/api/identity/sessions/end-others', {})).json()).toEqual({ ended: 1 });
  expect((await known.get('/api/identity/account')).statusCode).toBe(401);
});

test('W15 cookies are HttpOnly, SameSite=Lax and for the whole site; under https Secure and __Host- as well', async () => {
  const browser = openBrowser(api.app);
  const target = { kind: 'email', email: 'carla@example.org' };
  await registerByMail(api, browser, target.email);
  const plain = await browser.post('/api/identity/login', { target, password });
  expect(plain.cookies).toEqual([
    expect.objectContaining({ name: 'session', httpOnly: true, sameSite: 'Lax', path: '/' }),
  ]);

  const secure = await openTestApi({
    cookies: { secure: true, sessionSeconds: 60, deviceSeconds: 60 },
    publicUrl: 'https://wallet.example.org',
  });
  const https = openBrowser(secure.app);
  const sent = await https.post(
    '/api/identity/register/code',
    { target },
    { headers: { origin: 'https://wallet.example.org' } },
  );
  const { challengeId } = sent.json<{ challengeId: string }>();
  const registered = await https.post(
    '/api/identity/register',
    { target, challengeId, code: await secure.readCode(target.email), password, accepted: shownVersions },
    { headers: { origin: 'https://wallet.example.org' } },
  );
  expect(registered.cookies.map(({ name }) => name).toSorted()).toEqual(['__Host-device', '__Host-session']);
  for (const cookie of registered.cookies) {
    expect(cookie).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(cookie.domain).toBeUndefined();
  }
  expect(registered.headers['strict-transport-security']).toContain('max-age=');
  await secure.close();
});

test("A17 takes the connection's own address whatever headers claim, and the right one behind a proxy of ours", async () => {
  api.logged.length = 0;
  for (let claim = 0; claim < 1000; claim += 1) {
    const forged = `198.51.100.${claim % 250}`;
    await api.app.inject({
      method: 'GET',
      url: '/api/installation',
      remoteAddress: '203.0.113.9',
      headers: {
        'x-forwarded-for': `${forged}, ${forged}`,
        'x-real-ip': forged,
        forwarded: `for=${forged}`,
        'cf-connecting-ip': forged,
      },
    });
  }
  expect(api.logged).toHaveLength(1000);
  expect(new Set(api.logged.map(({ ip }) => ip))).toEqual(new Set(['203.0.113.9']));

  // Limited by the socket's address too: the seventeenth code of one address is refused whatever it claims to be.
  const answers: number[] = [];
  for (let each = 0; each < 20; each += 1) {
    const response = await api.app.inject({
      method: 'POST',
      url: '/api/identity/register/code',
      remoteAddress: '203.0.113.77',
      headers: { 'x-forwarded-for': `198.51.100.${each}` },
      payload: { target: { kind: 'email', email: `limit${each}@example.org` } },
    });
    answers.push(response.statusCode);
  }
  expect(answers.filter((status) => status === 200)).toHaveLength(16);
  expect(answers.filter((status) => status === 429)).toHaveLength(4);

  const behind = await openTestApi({ trustedProxyHops: 1 });
  const ask = (headers: Record<string, string>) =>
    behind.app.inject({ method: 'GET', url: '/api/installation', remoteAddress: '10.0.0.1', headers });
  await ask({ 'x-forwarded-for': '198.51.100.1, 203.0.113.5' });
  await ask({ 'x-forwarded-for': 'not an address' });
  await ask({});
  expect(behind.logged.map(({ ip }) => ip)).toEqual(['203.0.113.5', expect.not.stringContaining('not'), '10.0.0.1']);
  await behind.close();
});

test('no password, code, token or contact reaches the log', async () => {
  const browser = openBrowser(api.app);
  api.logged.length = 0;
  const email = 'erna@example.org';
  await registerByMail(api, browser, email);
  const code = await api.readCode(email);
  await browser.post(`/api/identity/login?password=${password}`, {
    target: { kind: 'email', email },
    password: 'wrong password 77',
  });
  const text = JSON.stringify(api.logged);
  expect(api.logged.length).toBeGreaterThan(0);
  for (const secret of [password, 'wrong password 77', code, email, ...browser.cookies.values()])
    expect(text).not.toContain(secret);
});

test('a fault, and a problem the route does not declare, answer 500 with a request id only and are reported', async () => {
  for (const [index, error] of [new Error('secret internals'), problem('DRAFT_USED')].entries()) {
    const broken = await openTestApi({}, { describeAccount: () => Promise.reject(error) });
    const browser = openBrowser(broken.app);
    const target = { kind: 'email', email: `fault${index}@example.org` };
    const { challengeId } = (await browser.post('/api/identity/register/code', { target })).json<{
      challengeId: string;
    }>();
    const code = await broken.readCode(target.email);
    const response = await browser.post('/api/identity/register', {
      target,
      challengeId,
      code,
      password,
      accepted: shownVersions,
    });
    const requestId = response.headers['x-request-id'];
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      defined: true,
      code: 'INTERNAL',
      status: 500,
      message: expect.any(String),
      data: { requestId },
    });
    expect(broken.faults).toEqual([expect.objectContaining({ requestId, route: 'identity.register' })]);
    await broken.close();
  }
});

test('serves the contract as OpenAPI and a reference page from own files alone', async () => {
  const document = (await api.app.inject({ method: 'GET', url: '/api/openapi.json' })).json<{
    openapi: string;
    paths: Record<string, unknown>;
  }>();
  expect(document.openapi).toMatch(/^3\.1/);
  expect(Object.keys(document.paths)).toHaveLength(new Set(routes.map(({ path }) => path)).size);
  const page = await api.app.inject({ method: 'GET', url: '/api/docs' });
  expect(page.headers['content-security-policy']).toContain("script-src 'self'");
  const files = [...page.body.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url = '']) => url);
  expect(files).toHaveLength(3);
  for (const url of files) expect([url, (await api.app.inject({ method: 'GET', url })).statusCode]).toEqual([url, 200]);
});
