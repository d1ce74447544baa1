import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { registerFailures } from './api-routes.ts';
import { registerInboxProxy } from './inbox-proxy.ts';
import { registerWebFiles } from './web-files.ts';

const theme = "document.documentElement.dataset.theme = 'dark';";
const html = `<!doctype html><script>${theme}</script><script type="module" src="/assets/app-1a2b3c.js"></script>`;
const script = 'console.log(1);\n'.repeat(50);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'web-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), html);
  writeFileSync(join(folder, 'service-worker.js'), script);
  writeFileSync(join(folder, '.secret'), 'no');
  writeFileSync(join(folder, 'assets/app-1a2b3c.js'), script);
  writeFileSync(join(folder, 'assets/app-1a2b3c.js.br'), brotliCompressSync(script));
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = async (from: string) => {
  const app = fastify();
  registerFailures(app, () => undefined);
  await registerWebFiles(app, from, 'Testwallet');
  return app;
};

test('every page route answers with the one page, never from a cache', async () => {
  const app = await open(folder);
  for (const url of ['/', '/index.html', '/check', '/pages/login/register?invite=A', '/pages/my/google-code/index']) {
    const response = await app.inject(url);
    expect([url, response.statusCode, response.body]).toEqual([url, 200, html]);
    expect(response.headers['cache-control']).toBe('no-cache');
  }
});

test('a link of WalletConnect that a site opens is led on to the page that connects, and kept by no cache', async () => {
  const app = await open(folder);
  const { statusCode, headers } = await app.inject('/wc?uri=wc%3A7f6e%402%3FsymKey%3D00');
  expect([statusCode, headers.location]).toEqual([302, '/pages/my/connect?uri=wc%3A7f6e%402%3FsymKey%3D00']);
  expect(headers['cache-control']).toBe('no-store');
  expect((await app.inject('/wc')).headers.location).toBe('/pages/my/connect');
});

test('W07 the page runs own files and the script the build wrote into it, by its hash, and nothing else', async () => {
  const { headers } = await (await open(folder)).inject('/');
  const policy = String(headers['content-security-policy']);
  const hash = createHash('sha256').update(theme).digest('base64');
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
  for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"])
    expect(policy).toContain(part);
  expect(policy).not.toContain('unsafe');
});

test('W07 only the worker that decodes codes may compile WebAssembly', async () => {
  writeFileSync(join(folder, 'assets/decode-worker-1a2b-3c.js'), script);
  writeFileSync(join(folder, 'assets/decode-worker-1a2b-3c.js.br'), brotliCompressSync(script));
  const app = await open(folder);
  const policyOf = async (url: string) =>
    String((await app.inject({ url, headers: { 'accept-encoding': 'br' } })).headers['content-security-policy']);
  expect(await policyOf('/assets/decode-worker-1a2b-3c.js')).toContain(
    "script-src 'self' 'wasm-unsafe-eval'; connect-src 'self';",
  );
  for (const url of ['/', '/pages/index/scan', '/assets/app-1a2b3c.js'])
    expect(await policyOf(url)).not.toContain('wasm');
});

test('W07 only the worker that asks a node of the person’s choice reaches other servers', async () => {
  writeFileSync(join(folder, 'assets/node-worker-1a2b-3c.js'), script);
  const app = await open(folder);
  const policyOf = async (url: string) => String((await app.inject(url)).headers['content-security-policy']);
  expect(await policyOf('/assets/node-worker-1a2b-3c.js')).toContain("script-src 'self'; connect-src https:;");
  for (const url of ['/', '/check', '/assets/app-1a2b3c.js'])
    expect(await policyOf(url)).toMatch(/connect-src 'self'(?:;| ws)/);
});

test('hashed files are kept for ever and come compressed where the build made them so', async () => {
  const app = await open(folder);
  const plain = await app.inject('/assets/app-1a2b3c.js');
  expect(plain.body).toBe(script);
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const compressed = await app.inject({ url: '/assets/app-1a2b3c.js', headers: { 'accept-encoding': 'br' } });
  expect(compressed.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(script);
  expect((await app.inject('/service-worker.js')).headers['cache-control']).toBe('no-cache');
});

test('the manifest carries the name of the installation and the icons of the build', async () => {
  const response = await (await open(folder)).inject('/manifest.webmanifest');
  expect([response.headers['content-type'], response.headers['cache-control']]).toEqual([
    'application/manifest+json; charset=utf-8',
    'no-cache',
  ]);
  expect(response.json()).toMatchObject({
    name: 'Testwallet',
    short_name: 'Testwallet',
    start_url: '/pages/common/launch',
    display: 'standalone',
    icons: [{ sizes: '192x192' }, { sizes: '512x512' }, { sizes: '512x512', purpose: 'maskable' }],
  });
});

test('W12 nothing beside the built files is served', async () => {
  const app = await open(folder);
  for (const url of [
    '/.secret',
    '/.git/config',
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/',
    '/assets/app-1a2b3c.js.map',
    '/package.json',
  ]) {
    const { statusCode } = await app.inject(url);
    expect([url, statusCode >= 400 && statusCode < 500]).toEqual([url, true]);
  }
});

test('says so when the wallet has not been built', async () => {
  const response = await (await open(join(folder, 'nothing'))).inject('/');
  expect([response.statusCode, response.body]).toEqual([503, 'The wallet has not been built yet.\n']);
});

test('shows the development inbox, and says it is unavailable when it is', async () => {
  const inbox = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=b' }).end(request.url);
  });
  inbox.listen(0, '127.0.0.1');
  await once(inbox, 'listening');
  const app = fastify();
  registerFailures(app, () => undefined);
  registerInboxProxy(app, `http://127.0.0.1:${(inbox.address() as AddressInfo).port}`);
  expect((await app.inject('/dev/inbox')).headers.location).toBe('/dev/inbox/');
  const list = await app.inject('/dev/inbox/messages.json?to=%2B44');
  expect([list.body, list.headers['set-cookie']]).toEqual(['/messages.json?to=%2B44', undefined]);
  expect((await app.inject({ method: 'POST', url: '/dev/inbox/sms' })).statusCode).toBe(404);
  inbox.closeAllConnections();
  await new Promise((resolve) => inbox.close(resolve));
  expect((await app.inject('/dev/inbox/')).json()).toMatchObject({ code: 'UNAVAILABLE' });
});
