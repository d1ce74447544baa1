import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { fillWith } from './testing/fill-with.ts';
import { inputOf, listRoutes } from './testing/list-routes.ts';
import { openBrowser, openTestApi, registerByMail, type Browser, type TestApi } from './testing/open-test-api.ts';

let api: TestApi;
let browser: Browser;
beforeAll(async () => {
  api = await openTestApi();
  browser = openBrowser(api.app);
  await registerByMail(api, browser, 'hostile@example.org');
});
afterEach(() => {
  expect(api.faults.splice(0), 'unexpected faults').toEqual([]);
});
afterAll(() => api.close());

// The stream of live events never ends by itself; multipart pictures have a parser and a test of their own.
const routes = listRoutes().filter(({ name }) => name !== 'live.live');
const posts = routes.filter(({ method }) => method === 'POST');

test('W13 no route takes a field it does not know, whatever it is called', async () => {
  const forbidden = ['role', 'balance', 'state', 'personId', 'isAdmin', 'toString', 'hasOwnProperty', 'amountUnits'];
  for (const { url, name } of posts) {
    for (const field of forbidden) {
      const response = await browser.post(url, { [field]: 1 });
      expect([name, field, response.statusCode]).toEqual([name, field, 400]);
    }
    for (const payload of [
      '{"__proto__":{"polluted":1}}',
      '{"constructor":{"prototype":{"polluted":1}}}',
      '[{}]',
      '7',
    ]) {
      const response = await browser.post(url, null, { payload });
      expect([name, payload, response.statusCode]).toEqual([name, payload, 400]);
    }
  }
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect((await browser.get('/api/identity/account')).statusCode).toBe(200);
});

test('W14 no route answers to another method, and every answer says that it is JSON', async () => {
  // `/messages/read-all` is also a message of that id.
  const known = routes.map(({ method, path }) => new RegExp(`^${method} ${path.replace(/\{[^}]+\}/g, '[^/]+')}$`));
  for (const { url, path, name } of routes) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      if (known.some((pattern) => pattern.test(`${method} ${path}`))) continue;
      const response = await api.app.inject({
        method,
        url,
        headers: { host: 'localhost:4300', origin: 'http://localhost:4300' },
        ...(method === 'GET' ? {} : { payload: {} }),
      });
      // Pictures have an address of their own beside the contract; it asks for a session first.
      expect([401, 404], `${method} ${name}`).toContain(response.statusCode);
      expect(response.headers['content-type']).toMatch(/^application\/(problem\+)?json/);
    }
  }
});

test('W19 an address inside, in every field of every route that takes a text, is asked by nobody', async () => {
  let connections = 0;
  const inside = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0);
  await once(inside, 'listening');
  const { port } = inside.address() as AddressInfo;
  const addresses = [
    `http://127.0.0.1:${port}/`,
    `http://localhost:${port}/x.png`,
    `http://[::1]:${port}/`,
    `//127.0.0.1:${port}/`,
  ];
  try {
    let texts = 0;
    for (const { name, url } of posts) {
      for (const address of addresses) {
        const body = fillWith(inputOf(name), address);
        texts += JSON.stringify(body).split(address).length - 1;
        const headers = { referer: address, 'x-forwarded-host': address, 'idempotency-key': randomUUID() };
        const { statusCode } = await browser.post(url, body, { headers });
        expect([name, [500, 502, 504].includes(statusCode)]).toEqual([name, false]);
      }
    }
    expect(texts, 'texts that were filled').toBeGreaterThan(100);
    expect(connections).toBe(0);
  } finally {
    inside.close();
    await once(inside, 'close');
  }
  // Whoever logged out on the way is somebody again for the tests below.
  browser = openBrowser(api.app);
  await registerByMail(api, browser, 'hostile-again@example.org');
});

test('W20 what looks like SQL or a shell is text, and leaves every table where it is', async () => {
  const payloads = [
    "' OR '1'='1",
    "'; DROP TABLE people; --",
    '1; SELECT pg_sleep(5)',
    "\\'; COPY people TO PROGRAM 'id'; --",
    '$(id)',
    '`id`',
    '%27%20OR%201=1',
    "') UNION SELECT hash FROM credentials --",
  ];
  const challengeId = '00000000-0000-4000-8000-000000000000';
  for (const text of payloads) {
    const started = performance.now();
    const target = { kind: 'email', email: `${text}@example.org` };
    const answers = [
      await browser.post('/api/identity/login', { target, password: text }),
      await browser.post('/api/identity/recovery/code', { target }),
      await browser.post('/api/identity/stop', { token: text.padEnd(43, 'A') }),
      await browser.post('/api/protection/passkeys/begin', { loginPassword: text, challengeId, code: '000000' }),
      await browser.post(`/api/protection/passkeys/${encodeURIComponent(text)}/name`, { name: text }),
      await browser.get(`/api/records?cursor=${encodeURIComponent(text)}`),
      await browser.get(`/api/records/${encodeURIComponent(text)}`),
    ];
    for (const { statusCode } of answers) expect(statusCode, text).toBeLessThan(500);
    expect(performance.now() - started, 'nothing slept').toBeLessThan(5_000);
  }
  const { rows } = await api.database.db.pool.query<{ count: string }>('SELECT count(*) FROM people');
  expect(rows).toEqual([{ count: '2' }]);
});

test('W20 neither the API nor what it is made of starts programs or hands text to the database as a statement', () => {
  const folders = ['../../../packages/server/src', '../../../packages/ledger/src', '../../../packages/db/src', '.'];
  for (const folder of folders) {
    const root = new URL(`${folder}/`, import.meta.url);
    for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts') || /\.test\.ts$|testing\//.test(file)) continue;
      const text = readFileSync(new URL(file, root), 'utf8');
      expect([file, /node:child_process|sql\.raw\(|sql\.lit\(/.exec(text)?.[0]]).toEqual([file, undefined]);
    }
  }
});
