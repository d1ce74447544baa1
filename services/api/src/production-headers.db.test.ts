import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as ask } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestConsole, type TestConsole } from './console/testing/test-console.ts';
import { listRoutes } from './testing/list-routes.ts';
import { openTestApi, type TestApi } from './testing/open-test-api.ts';

// Goal: no answer in production lacks a header that the OWASP Secure Headers Project asks for, or has one that it wants gone.
// Method: the servers of wallet and console as they stand behind a proxy over https, over real connections: every route, pages,
// files, refusals and what is no HTTP at all. What differs from the project's values stands below, with the reason.
let api: TestApi;
let desk: TestConsole;
let folder: string;
const ports = new Map<string, number>();
const publicUrl = 'https://wallet.test';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headers-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><script>1</script>');
  writeFileSync(join(folder, 'service-worker.js'), '1;');
  for (const name of ['app-1a2b3c.js', 'app-1a2b3c.css', 'decode-worker-1a2b.js', 'node-worker-1a2b.js', 'a-1b.svg'])
    writeFileSync(join(folder, 'assets', name), '');
  api = await openTestApi({
    cookies: { secure: true, sessionSeconds: 60, deviceSeconds: 60 },
    publicUrl,
    trustedProxyHops: 1,
    webFolder: folder,
  });
  desk = await openTestConsole(api.database, {}, { secure: true, trustedProxyHops: 1, folder });
  await listenOn('wallet', api.app);
  await listenOn('console', desk.app);
});
afterEach(() => {
  expect(api.faults.splice(0), 'unexpected faults').toEqual([]);
});
afterAll(async () => {
  await desk.close();
  await api.close();
  rmSync(folder, { recursive: true });
});

async function listenOn(name: string, app: FastifyInstance): Promise<void> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has a port');
  ports.set(name, address.port);
}

type Told = {
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
};

/** What a server answers through its proxy, over a connection of its own; the body is not read. */
function answerOf(side: string, url: string, method = 'GET'): Promise<Told> {
  return new Promise((resolve, reject) => {
    const headers = { host: 'wallet.test', 'x-forwarded-proto': 'https', origin: publicUrl };
    ask({ host: '127.0.0.1', port: ports.get(side), path: url, method, agent: false, headers }, (response) => {
      resolve({ url: `${method} ${url}`, status: response.statusCode ?? 0, headers: response.headers });
      response.destroy();
    })
      .on('error', reject)
      .end();
  });
}

/** The head of what bytes that are no request of anybody are answered with. */
function answerToBytes(side: string, bytes: string): Promise<Told> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect({ host: '127.0.0.1', port: ports.get(side) ?? 0 }, () => socket.end(bytes));
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const [line = '', ...lines] = (text.split('\r\n\r\n', 1)[0] ?? '').split('\r\n');
      const headers = Object.fromEntries(
        lines.map((each) => [each.slice(0, each.indexOf(':')).toLowerCase(), each.slice(each.indexOf(':') + 2)]),
      );
      resolve({ url: JSON.stringify(bytes), status: Number(line.split(' ')[1]), headers });
    });
  });
}

const pages = ['/', '/index.html', '/check', '/pages/index/index', '/wc?uri=wc', '/manifest.webmanifest'];
const files = ['app-1a2b3c.js', 'app-1a2b3c.css', 'decode-worker-1a2b.js', 'node-worker-1a2b.js', 'a-1b.svg'];
const documents = ['openapi.json', 'docs', 'docs/start.js', 'docs/swagger-ui.css', 'docs/swagger-ui-bundle.js'];
const beside = ['/api/records.csv', '/api/profile/avatar/a.webp', '/api/account/export/a', '/nothing', '/.git/config'];
const broken = ['hello\r\n\r\n', 'GET /%ff HTTP/1.1\r\nhost: wallet.test\r\nconnection: close\r\n\r\n'];

async function everyAnswer(side: string): Promise<readonly Told[]> {
  const urls =
    side === 'wallet'
      ? [
          ...pages,
          '/service-worker.js',
          ...files.map((file) => `/assets/${file}`),
          ...documents.map((each) => `/api/${each}`),
          ...beside,
        ]
      : [
          ...['/', '/console', '/console/people', '/console/api/session', '/console/api/nothing', '/nothing'],
          ...files.map((file) => `/console/assets/${file}`),
          ...['transactions', 'nothing', ...documents].map((each) => `/service/v1/${each}`),
        ];
  const routes = side === 'wallet' ? listRoutes().filter(({ name }) => name !== 'live.live') : [];
  const told: Told[] = [];
  for (const url of urls) told.push(await answerOf(side, url));
  for (const { method, url } of routes) told.push(await answerOf(side, url, method));
  for (const bytes of broken) told.push(await answerToBytes(side, bytes));
  return told;
}

/** Where our value is not the project's, and why. */
const expected: Readonly<Record<string, RegExp>> = {
  'strict-transport-security': /^max-age=31536000; includeSubDomains$/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'x-permitted-cross-domain-policies': /^none$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  // The project: no-referrer. With it browsers say that a request comes from nowhere, and ours are told apart by their origin.
  'referrer-policy': /^strict-origin$/,
  // The project: default-src 'self'. Ours names each kind of content; nothing is loaded over plain http from own files alone.
  'content-security-policy':
    /^default-src 'none'; .*base-uri 'none'; form-action 'self'; frame-ancestors 'none'; report-uri \/policy-reports; report-to violations/,
  'reporting-endpoints': /^violations="\/policy-reports"$/,
  'permissions-policy': /^camera=\(self\), /,
};

/** Features that the project denies and we do not: what our own pages use, and what no browser knows any more. */
const allowedFeatures = {
  camera: 'reads QR codes',
  'clipboard-read': 'pastes an address at a press of a button',
  'clipboard-write': 'copies an address',
  'publickey-credentials-get': 'passkeys',
  'web-share': 'shares an address',
  'cross-origin-isolated': 'no page asks to be isolated',
  'keyboard-map': 'shortcuts name keys by their place in one of the browsers that have it',
  'sync-xhr': 'the policy for content already limits who is asked',
  unload: 'the project denies an event, which leaks nothing',
} as const;
const deniedByTheProject = [
  ...['accelerometer', 'autoplay', 'camera', 'cross-origin-isolated', 'display-capture', 'encrypted-media'],
  ...['fullscreen', 'geolocation', 'gyroscope', 'keyboard-map', 'magnetometer', 'microphone', 'midi', 'payment'],
  ...['picture-in-picture', 'publickey-credentials-get', 'screen-wake-lock', 'sync-xhr', 'usb', 'web-share'],
  ...[
    'xr-spatial-tracking',
    'clipboard-read',
    'clipboard-write',
    'gamepad',
    'hid',
    'idle-detection',
    'serial',
    'unload',
  ],
];
/** Of the project's list of headers to remove, what Node servers and proxies could send. */
const removed = ['server', 'x-powered-by', 'powered-by', 'x-generator', 'x-runtime', 'x-version', 'sourcemap', 'via'];

describe.each(['wallet', 'console'])('the %s', (side) => {
  test('W04 W07 X08 no answer lacks a security header, whatever was asked', async () => {
    const answers = await everyAnswer(side);
    expect(answers.length).toBeGreaterThan(15);
    const lacking = answers.flatMap(({ url, headers }) =>
      Object.entries(expected)
        .filter(([name, value]) => !value.test(String(headers[name])))
        .map(([name]) => `${url}: ${name}: ${String(headers[name])}`),
    );
    expect(lacking).toEqual([]);
  });

  test('W05 W12 no answer names what made it, or lets another site read it', async () => {
    for (const { url, headers } of await everyAnswer(side)) {
      const names = Object.keys(headers);
      expect([url, names.filter((name) => removed.includes(name) || name.startsWith('access-control-'))]).toEqual([
        url,
        [],
      ]);
    }
  });

  test('W10 nothing but built files is kept, and every answer with text says its encoding', async () => {
    for (const { url, status, headers } of await everyAnswer(side)) {
      const kept = String(headers['cache-control']);
      const isFile = status === 200 && /\/assets\/|\/docs\/|openapi\.json/.test(url);
      if (!isFile) expect([url, kept]).toEqual([url, expect.stringMatching(/^no-(?:store|cache)$/)]);
      const type = String(headers['content-type']);
      if (/^text\/|javascript/.test(type)) expect([url, type]).toEqual([url, expect.stringContaining('charset=utf-8')]);
    }
  });
});

test('W07 what the project denies to pages is denied, but for what ours use', async () => {
  const { headers } = await answerOf('wallet', '/');
  const denied = new Set(
    String(headers['permissions-policy'])
      .split(', ')
      .filter((each) => each.endsWith('=()'))
      .map((each) => each.slice(0, -3)),
  );
  const left = deniedByTheProject.filter((feature) => !denied.has(feature));
  expect(left.toSorted()).toEqual(Object.keys(allowedFeatures).toSorted());
});
