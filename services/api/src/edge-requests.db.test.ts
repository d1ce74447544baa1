import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestConsole, type TestConsole } from './console/testing/test-console.ts';
import { listRoutes } from './testing/list-routes.ts';
import { openBrowser, openTestApi, publicUrl, registerByMail, type TestApi } from './testing/open-test-api.ts';

// Goal: whatever reaches a port of ours gets an answer of ours, and nothing of it stands where it should not. Method: bytes
// on bare connections to the listening servers of the wallet and of the console.
let api: TestApi;
let desk: TestConsole;
const ports = new Map<string, number>();

async function listenOn(name: string, app: FastifyInstance): Promise<void> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has a port');
  ports.set(name, address.port);
}

beforeAll(async () => {
  // Nobody listens there: what reached it would answer 503.
  api = await openTestApi({ inboxUrl: 'http://127.0.0.1:9' });
  desk = await openTestConsole(api.database);
  await listenOn('wallet', api.app);
  await listenOn('console', desk.app);
});
afterEach(() => {
  expect(api.faults.splice(0), 'unexpected faults').toEqual([]);
});
afterAll(async () => {
  await desk.close();
  await api.close();
});

type RawAnswer = { readonly status: number; readonly headers: ReadonlyMap<string, string>; readonly body: string };

/** What one connection answers to these bytes, until it closes. */
async function send(side: string, bytes: string): Promise<RawAnswer> {
  const socket = connect({ port: ports.get(side) ?? 0, host: '127.0.0.1' });
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  // The server closes on what it cannot read, before all of it is sent.
  socket.on('error', () => undefined);
  socket.end(bytes);
  await once(socket, 'close');
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  const [line = '', ...lines] = head.split('\r\n');
  const headers = new Map(
    lines.map((each) => [each.slice(0, each.indexOf(':')).toLowerCase(), each.slice(each.indexOf(':') + 2)]),
  );
  return { status: Number(line.split(' ')[1]), headers, body };
}

const request = (line: string, ...headers: readonly string[]): string =>
  [line, ...headers, 'connection: close', '', ''].join('\r\n');

const odd: readonly (readonly [name: string, bytes: string])[] = [
  ['a path that cannot be decoded', request('GET /api/%ff HTTP/1.1', 'host: localhost')],
  ['a broken escape', request('GET /api/%E0%A4 HTTP/1.1', 'host: localhost')],
  ['a broken escape outside of the API', request('GET /%ff HTTP/1.1', 'host: localhost')],
  ['two hosts', request('GET /api/health HTTP/1.1', 'host: localhost', 'host: evil.example')],
  ['no host', request('GET /api/health HTTP/1.1')],
  ['a whole address', request('GET http://evil.example/api/health HTTP/1.1', 'host: localhost')],
  ['a whole address of a page', request('GET http://localhost/pages/index/index HTTP/1.1', 'host: localhost')],
  ['a whole address of the inbox', request('GET http://localhost/dev/inbox/messages HTTP/1.1', 'host: localhost')],
  ['an authority', request('CONNECT evil.example:443 HTTP/1.1', 'host: localhost')],
  ['no HTTP at all', 'hello there\r\n\r\n'],
  ['a greeting of TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\r\n\r\n'],
  ['a method nobody knows', request('STEAL /api/health HTTP/1.1', 'host: localhost')],
  ['a control character in a header', request('GET /api/health HTTP/1.1', 'host: localhost', 'x-a: \u0001')],
  ['two lengths', request('POST /api/health HTTP/1.1', 'host: localhost', 'content-length: 1', 'content-length: 2')],
  [
    'a length and chunks',
    request('POST /api/health HTTP/1.1', 'host: localhost', 'content-length: 4', 'transfer-encoding: chunked'),
  ],
  [
    'a broken chunk',
    `${request('POST /api/health HTTP/1.1', 'host: localhost', 'transfer-encoding: chunked', 'content-type: application/json')}zz\r\n`,
  ],
  ['a head of 20 kB', request('GET /api/health HTTP/1.1', 'host: localhost', `x-long: ${'a'.repeat(20_000)}`)],
  ['a path of 20 kB', request(`GET /api/${'a'.repeat(20_000)} HTTP/1.1`, 'host: localhost')],
];

describe.each(['wallet', 'console'])('the %s', (side) => {
  test.each(odd)('W14 answers %s with a refusal of its own', async (_name, bytes) => {
    const { status, headers, body } = await send(side, bytes);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    const answer = JSON.parse(body) as Readonly<Record<string, unknown>>;
    expect(answer).toMatchObject({ defined: true, status });
    expect(['INPUT_INVALID', 'NOT_FOUND', 'CONTENT_TYPE_REFUSED']).toContain(answer['code']);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'permissions-policy': expect.stringContaining('camera=(self)'),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });
});

test('W07 every answer lets nobody but our own pages use the camera, and nobody anything else', async () => {
  for (const url of ['/api/health', '/api/docs', '/api/nothing', '/dev/inbox', '/api/identity/account']) {
    const policy = String((await api.app.inject({ method: 'GET', url })).headers['permissions-policy']);
    const granted = policy.split(', ').filter((feature) => !feature.endsWith('=()'));
    expect([url, granted]).toEqual([url, ['camera=(self)']]);
  }
});

test('W03 only the configured origin may change anything: not that of the Host, nor ours by another scheme or port', async () => {
  const browser = openBrowser(api.app);
  await registerByMail(api, browser, 'origins@example.org');
  const own = new URL(publicUrl);
  const other = own.protocol === 'https:' ? 'http:' : 'https:';
  const foreign = [
    { origin: 'http://evil.example', host: 'evil.example' },
    { origin: 'https://evil.example', host: 'evil.example' },
    { origin: `${other}//${own.host}`, host: own.host },
    { origin: `${own.protocol}//${own.hostname}:1`, host: `${own.hostname}:1` },
    { origin: `${own.origin}.`, host: own.host },
    { origin: `${own.origin}/`, host: own.host },
    { origin: own.origin.toUpperCase(), host: own.host },
    { origin: '', host: own.host },
  ];
  for (const headers of foreign) {
    const answer = await browser.post('/api/identity/logout', {}, { headers });
    expect([headers, answer.json<{ code: string }>().code]).toEqual([headers, 'ORIGIN_REFUSED']);
  }
  expect((await browser.get('/api/identity/account')).statusCode).toBe(200);
});

test('X03 a secret in the path of any route, by any method, does not stand in the log', async () => {
  const secret = randomBytes(32).toString('base64url');
  const paths = [
    ...listRoutes().map(({ url }) => url),
    '/api/account/export',
    '/api/activities/pictures',
    '/dev/inbox',
  ];
  for (const path of paths) {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      for (const url of [
        `${path}/${secret}`,
        `${path}/${secret}/`,
        `/${secret}${path}`,
        `${path}/${secret}?token=${secret}`,
      ])
        await api.app.inject({ method, url, headers: { origin: publicUrl } });
    }
  }
  expect(api.logged.length).toBeGreaterThan(paths.length);
  expect(JSON.stringify(api.logged)).not.toContain(secret);
});

test('the document of the API allows no empty query', async () => {
  const text = (await api.app.inject({ method: 'GET', url: '/api/openapi.json' })).body;
  expect(text).toContain('"in":"query"');
  expect(text).not.toContain('allowEmptyValue');
});
