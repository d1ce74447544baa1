import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listRoutes } from './testing/list-routes.ts';
import { openTestApi, type TestApi } from './testing/open-test-api.ts';

// Goal: an installation that people reach over https is never talked to in the clear. Method: the server as it stands behind
// its proxy, which says how each request came.
let api: TestApi;
const publicUrl = 'https://wallet.test';
beforeAll(async () => {
  api = await openTestApi({
    cookies: { secure: true, sessionSeconds: 60, deviceSeconds: 60 },
    publicUrl,
    trustedProxyHops: 1,
  });
});
afterEach(() => {
  expect(api.faults.splice(0), 'unexpected faults').toEqual([]);
});
afterAll(() => api.close());

const routes = listRoutes().filter(({ name }) => name !== 'live.live');
const ask = ({ method, url }: { readonly method: string; readonly url: string }, scheme?: string) =>
  api.app.inject({
    method: method as 'GET',
    url,
    headers: { origin: publicUrl, ...(scheme === undefined ? {} : { 'x-forwarded-proto': scheme }) },
    ...(method === 'POST' ? { payload: {} } : {}),
  });

test('X08 every answer tells browsers to come over https alone, for a year, on every name below', async () => {
  const others = ['/', '/pages/index/index', '/api/docs', '/api/nothing', '/nothing'].map((url) => ({
    name: url,
    method: 'GET',
    url,
  }));
  for (const route of [...routes, ...others]) {
    const told = String((await ask(route, 'https')).headers['strict-transport-security']);
    expect([route.name, Number(/max-age=(\d+)/.exec(told)?.[1])]).toEqual([route.name, 31_536_000]);
    expect(told).toContain('includeSubDomains');
  }
});

test('X08 what reached the proxy in the clear is refused by every route, and sent nowhere', async () => {
  for (const route of routes) {
    for (const scheme of ['http', 'HTTP', 'https, http', 'ws', '']) {
      const answer = await ask(route, scheme);
      expect([route.name, scheme, answer.statusCode, answer.headers.location]).toEqual([
        route.name,
        scheme,
        400,
        undefined,
      ]);
    }
  }
});

test('a probe of the machine itself, which comes by no proxy, is answered', async () => {
  expect((await ask({ method: 'GET', url: '/api/health' })).statusCode).toBe(200);
  expect((await ask({ method: 'GET', url: '/api/health' }, 'http, https')).statusCode).toBe(200);
});
