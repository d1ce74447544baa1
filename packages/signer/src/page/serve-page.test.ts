import { once } from 'node:events';
import { request, type IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openCeremony } from '../testing/ceremony-fixture.ts';
import { servePage } from './serve-page.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

type Asked = {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
};

async function open() {
  const ceremony = await openCeremony();
  const port = await freePort();
  const served = await servePage(ceremony.desk, port);
  onTestFinished(async () => {
    await served.close();
    ceremony[Symbol.dispose]();
  });
  const { origin, hash } = new URL(served.link);
  const right = { host: `localhost:${port}`, origin, 'x-page-token': hash.slice(1) };
  /** By hand: a browser's `fetch` would not let a test choose these headers. */
  const ask = ({ method = 'POST', path = '/call/state', headers = right, body = '{}' }: Asked) =>
    new Promise<{ status: number; text: string; headers: IncomingHttpHeaders }>((done, fail) => {
      const asked = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => done({ status: response.statusCode ?? 0, text, headers: response.headers }));
      });
      asked.once('error', fail);
      asked.end(method === 'GET' ? undefined : body);
    });
  return { ask, right, port, origin, desk: ceremony.desk };
}

test('K05 W03 W05 the page answers whoever has its link, at its own address, and nobody else', async () => {
  const { ask, right, port } = await open();
  expect(await ask({})).toMatchObject({ status: 200, text: expect.stringContaining('"mode":"first"') });
  const { 'x-page-token': token, ...noToken } = right;
  for (const headers of [
    noToken,
    { ...noToken, 'x-page-token': `${token.slice(1)}A` },
    { ...noToken, 'x-page-token': '' },
  ])
    expect((await ask({ headers })).status).toBe(403);
  for (const origin of ['null', 'https://evil.example', `http://localhost:${port + 1}`, `http://127.0.0.1:${port}`])
    expect((await ask({ headers: { ...right, origin } })).status).toBe(403);
  // A name of somebody else that leads here.
  for (const host of [`evil.example:${port}`, `127.0.0.1:${port}`])
    expect((await ask({ headers: { ...right, host } })).status).toBe(421);
});

test('every script that the page imports is served', async () => {
  const { ask } = await open();
  const { text } = await ask({ method: 'GET', path: '/page.js' });
  const imported = [...text.matchAll(/^import .* from '\.(.*)';$/gm)].map(([, path = '']) => path);
  expect(imported).not.toEqual([]);
  for (const path of imported)
    expect(await ask({ method: 'GET', path })).toMatchObject({
      status: 200,
      headers: expect.objectContaining({ 'content-type': 'text/javascript; charset=utf-8' }),
    });
});

test('K05 W12 there is no call that signs, and no file beside the page', async () => {
  const { ask } = await open();
  for (const path of ['/call/sign', '/call/sign-order', '/call/__proto__', '/call/constructor', '/sign-hash', '/call/'])
    expect((await ask({ path })).status).toBe(404);
  for (const path of ['/../package.json', '/page.ts', '/seed.sealed', '/call/state'])
    expect((await ask({ method: 'GET', path })).status).toBe(404);
});

test('W01 W04 W07 W11 the page runs only its own script, cannot be framed, and is kept nowhere', async () => {
  const { ask } = await open();
  const { status, headers, text } = await ask({ method: 'GET', path: '/' });
  expect(status).toBe(200);
  expect(text).not.toMatch(/<script(?! type="module" src="page\.js">)|<style| style=| on[a-z]+=/);
  const policy = String(headers['content-security-policy']);
  for (const part of [
    "default-src 'none'",
    "script-src 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ])
    expect(policy).toContain(part);
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' });
});

test('what is no request is refused with a sentence, and changes nothing', async () => {
  const { ask, desk } = await open();
  const long = JSON.stringify({ operator: 'x'.repeat(100_000) });
  for (const [path, body] of [
    ['/call/propose', '{}'],
    ['/call/propose', 'null'],
    ['/call/approve', '{"challenge":1}'],
    ['/call/begin-enrolment', long],
    ['/call/begin-enrolment', 'not JSON'],
  ] as const)
    expect((await ask({ path, body })).status).toBe(422);
  expect(await desk.getState()).toMatchObject({ enrolled: [], pending: [] });
  const { status, text } = await ask({ path: '/call/record' });
  expect([status, text]).toEqual([422, expect.stringContaining('There is no record yet')]);
});

test('K05 a port where somebody else may answer is not taken', async () => {
  const { port, desk } = await open();
  await expect(servePage(desk, port)).rejects.toThrow('EADDRINUSE');
});
