import { shownVersions } from '@tern/contracts/shown-versions';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listRoutes } from './testing/list-routes.ts';
import {
  openBrowser,
  openTestApi,
  password,
  publicUrl,
  registerByMail,
  type TestApi,
} from './testing/open-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterEach(() => {
  expect(api.faults.splice(0), 'unexpected faults').toEqual([]);
});
afterAll(() => api.close());

const routes = listRoutes();

test('W03 another site, and any body but JSON, moves nothing on any route that changes state', async () => {
  const browser = openBrowser(api.app);
  await registerByMail(api, browser, 'dora@example.org');
  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:4300.evil.example' },
    { origin: 'http://evil.example:4300' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  for (const { method, url, name } of routes.filter(({ method }) => method === 'POST')) {
    for (const headers of foreign) {
      const response = await browser.post(
        url,
        {},
        { headers: { origin: publicUrl, ...headers } as Record<string, string> },
      );
      expect([name, response.statusCode, response.json<{ code: string }>().code]).toEqual([
        name,
        403,
        'ORIGIN_REFUSED',
      ]);
    }
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/octet-stream',
    ]) {
      const response = await browser.post(url, {}, { headers: { 'content-type': type } });
      expect([name, method, response.statusCode, response.json<{ code: string }>().code]).toEqual([
        name,
        'POST',
        415,
        'CONTENT_TYPE_REFUSED',
      ]);
    }
  }
  expect((await browser.get('/api/identity/account')).statusCode).toBe(200);
});

test('W05 no origin is ever allowed to read answers', async () => {
  for (const origin of ['https://evil.example', 'null', `${publicUrl}.evil.example`]) {
    const response = await api.app.inject({ method: 'GET', url: '/api/openapi.json', headers: { origin } });
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

test('W13 refuses a body of 1 MB, broken JSON, poisoned JSON and unknown fields, each with its code and without a 5xx', async () => {
  const browser = openBrowser(api.app);
  const url = '/api/identity/login';
  const good = { target: { kind: 'email', email: 'nobody@example.org' }, password: 'x' };
  const send = async (payload: string) => {
    const response = await browser.post(url, null, { payload });
    return [response.statusCode, response.json<{ code: string }>().code];
  };
  expect(await send(JSON.stringify({ ...good, password: 'x'.repeat(1_000_000) }))).toEqual([413, 'BODY_TOO_LARGE']);
  for (const payload of [
    '{',
    '',
    'null',
    '[]',
    '"text"',
    '1',
    '{"__proto__":{"x":1}}',
    '{"constructor":{"prototype":{"x":1}}}',
  ]) {
    expect(await send(payload)).toEqual([400, 'INPUT_INVALID']);
  }
  for (const extra of ['role', 'balance', 'status', 'personId', 'isAdmin', 'toString']) {
    expect(await send(JSON.stringify({ ...good, [extra]: 1 }))).toEqual([400, 'INPUT_INVALID']);
  }
  for (const changed of [
    { password: ['x'] },
    { password: 5 },
    { target: [] },
    { target: { kind: 'email', email: {} } },
    { target: { kind: 'fax' } },
  ]) {
    expect(await send(JSON.stringify({ ...good, ...changed }))).toEqual([400, 'INPUT_INVALID']);
  }
  expect(({} as Record<string, unknown>)['x']).toBeUndefined();
});

test('refuses the NUL character wherever text is read', async () => {
  const browser = openBrowser(api.app);
  await registerByMail(api, browser, 'nul@example.org');
  const target = { kind: 'email', email: 'nul@example.org' };
  const id = '00000000-0000-4000-8000-000000000000';
  const bodies: [string, unknown][] = [
    [
      '/api/identity/register',
      { target, challengeId: id, code: '123456', password, accepted: shownVersions, inviteCode: 'A\0B' },
    ],
    ['/api/identity/register/code', { target, language: 'd\0e' }],
    ['/api/identity/login', { target: { kind: 'phone', areaCode: '44', number: '77\x0000900123' }, password }],
    ['/api/identity/login', { target, password: 'pass\0word and more' }],
    ['/api/transfers/check-address', { walletId: id, assetId: 'trx', to: 'T\0' }],
  ];
  for (const [url, body] of bodies) {
    const response = await browser.post(url, body);
    expect([url, response.statusCode, response.json<{ code: string }>().code]).toEqual([url, 400, 'INPUT_INVALID']);
  }
  expect((await browser.get('/api/records?cursor=%00')).statusCode).toBe(400);
});

test('refuses bodies nested beyond all reason, without running out of stack', async () => {
  const browser = openBrowser(api.app);
  for (const payload of [
    '['.repeat(32_000) + ']'.repeat(32_000),
    `{"target":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
    '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000),
  ]) {
    const response = await browser.post('/api/identity/login', null, { payload });
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([400, 'INPUT_INVALID']);
    expect(response.body.length).toBeLessThan(1_000);
  }
});

test('names the fields that do not fit, by path and rule, never the value or a pattern', async () => {
  const browser = openBrowser(api.app);
  const response = await browser.post('/api/identity/login/finish', { loginId: 'not an id', code: 'abc' });
  expect(response.json()).toEqual({
    defined: true,
    code: 'INPUT_INVALID',
    status: 400,
    message: 'The request does not fit the contract',
    data: {
      fields: [
        { path: 'loginId', rule: 'invalid_format' },
        { path: 'code', rule: 'invalid_format' },
      ],
    },
  });
});

test('W14 answers unknown paths, methods and broken escapes in the same shape', async () => {
  for (const [method, url] of [
    ['GET', '/api/nothing'],
    ['GET', '/api'],
    ['DELETE', '/api/identity/account'],
    ['GET', '/api/identity/login'],
    ['GET', '/nothing.php'],
    ['GET', '/.git/config'],
  ] as const) {
    const response = await api.app.inject({ method, url, headers: { host: 'localhost:4300' } });
    expect([url, response.statusCode, response.json<{ code: string }>().code]).toEqual([url, 404, 'NOT_FOUND']);
  }
  const broken = await api.app.inject({ method: 'GET', url: '/api/records/%E0%A4%A' });
  expect([400, 404]).toContain(broken.statusCode);
});

test('W04 every answer of the API is uncached, unframed, sniff-proof, carries its request id and runs nothing', async () => {
  for (const { method, url } of routes.filter(({ name }) => name !== 'live.live')) {
    const response = await api.app.inject({
      method: method as 'GET',
      url,
      headers: { host: 'localhost:4300' },
      ...(method === 'POST' ? { payload: {} } : {}),
    });
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin',
      'cross-origin-opener-policy': 'same-origin',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(response.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(response.headers['server']).toBeUndefined();
    expect(response.headers['x-powered-by']).toBeUndefined();
  }
  api.faults.length = 0;
});

test('a body nested thousands of times is refused before anything walks it', async () => {
  const browser = openBrowser(api.app);
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const payload = `{"target":${open.repeat(9_000)}1${close.repeat(9_000)}}`;
    const response = await browser.post('/api/identity/register/code', {}, { payload });
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([400, 'INPUT_INVALID']);
  }
});

test('X10 whatever is refused is logged with the code of its refusal, and what is not with none', async () => {
  const target = { kind: 'email', email: 'nobody@example.org' };
  const tried = [
    ['/api/identity/login', { target, password: 'not the right one' }, {}, 'CREDENTIALS_WRONG'],
    ['/api/identity/login', { target }, {}, 'INPUT_INVALID'],
    ['/api/identity/logout', {}, { origin: 'https://evil.example' }, 'ORIGIN_REFUSED'],
    ['/api/identity/logout', {}, {}, 'LOGIN_EXPIRED'],
    ['/api/nothing', {}, {}, 'NOT_FOUND'],
  ] as const;
  for (const [url, payload, headers, code] of tried) {
    const { statusCode } = await api.app.inject({ method: 'POST', url, payload, headers });
    expect([url, code, api.logged.at(-1)]).toMatchObject([url, code, { path: url, status: statusCode, refused: code }]);
  }
  await api.app.inject('/api/health');
  expect(api.logged.at(-1)).not.toHaveProperty('refused');
});
