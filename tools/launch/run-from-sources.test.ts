import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@tern/config/load-config';
import { findTakenPorts } from '@tern/installation/ports';
import { wantedPorts } from '@tern/installation/processes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyRepository, type RepositoryCopy } from '../gates/repository-copy.ts';
import { planPages, portsBehind, settingsBehind, watched } from './run-from-sources.ts';
import { createSupervisor, type Supervisor } from './supervise.ts';

// Goal: what CONTRIBUTING.md promises of `npm run dev`. Method: its own parts, real processes in a copy of the sources whose files
// are changed while they run; behind the pages a server that writes down what reaches it.
let dir: string;
let said: string[] = [];
let supervisor: Supervisor;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'from-sources-'));
  supervisor = createSupervisor({
    say: (line) => said.push(line),
    onChange: () => undefined,
    readyTimeoutMs: 60_000,
    stopTimeoutMs: 60_000,
  });
});
afterAll(async () => {
  await supervisor.stop();
  rmSync(dir, { recursive: true });
});

function change(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}

test('the servers behind keep the address people open, for cookies, passkeys and the check of origins', () => {
  const config = loadConfig({});
  expect(settingsBehind({ config }, 'web')).toMatchObject({ WEB_PORT: '4360', PUBLIC_URL: 'http://localhost:4300' });
  expect(settingsBehind({ config }, 'console')).toMatchObject({ CONSOLE_URL: 'http://localhost:4310' });
  expect(portsBehind({ config }).map(({ port }) => port)).toEqual([4360, 4370]);
});

/** Of the page for a ceremony (`services/signer/src/run-page.ts`) and of `npm run outside`. */
const portsBeside = [4330, 4362, 4363];

test('with the settings as they come no port is given twice, nor one of a command that runs beside', () => {
  const config = loadConfig({});
  const ports = [...wantedPorts({ config }), ...portsBehind({ config })].map(({ port }) => port);
  expect(ports.length).toBeGreaterThan(10);
  expect([...new Set([...ports, ...portsBeside])]).toEqual([...ports, ...portsBeside]);
});

test('a process starts anew when a file changes that it imports, and after a fault waits for the next change', async () => {
  said = [];
  const part = join(dir, 'part.mjs');
  const seen = join(dir, 'seen');
  writeFileSync(part, `export const answer = 'one';\n`);
  writeFileSync(
    join(dir, 'main.mjs'),
    `import { writeFileSync } from 'node:fs';
import { answer } from './part.mjs';
writeFileSync(${JSON.stringify(seen)}, answer);
console.log(JSON.stringify({ ready: true }));
setInterval(() => {}, 1000);
`,
  );
  const plan = {
    name: 'main',
    command: process.execPath,
    args: [join(dir, 'main.mjs')],
    cwd: dir,
    env: {},
    logFile: join(dir, 'main.log'),
  };
  await supervisor.start(watched(plan, (line) => said.push(line)));
  const answer = () => readFileSync(seen, 'utf8');
  expect(answer()).toBe('one');
  writeFileSync(part, `export const answer = 'two';\n`);
  await expect.poll(answer).toBe('two');
  await expect.poll(() => said).toContain('main runs with the change');
  change(part, 'const answer', 'const const answer');
  await expect.poll(() => said.at(-1)).toContain('main ended with an error and restarts at the next change');
  writeFileSync(part, `export const answer = 'three';\n`);
  await expect.poll(answer).toBe('three');
});

describe('the pages of the wallet', () => {
  const page = '/src/app/page-fault.tsx';
  const reached: IncomingMessage[] = [];
  let copy: RepositoryCopy;
  let behind: Server;
  let url: string;

  beforeAll(async () => {
    copy = copyRepository(new URL('../..', import.meta.url).pathname);
    behind = createServer((request, response) => {
      reached.push(request);
      response.setHeader('set-cookie', 'session=1; HttpOnly; SameSite=Lax').end('{}');
    });
    const port = await freePortWithOneBehind();
    behind.listen(port + 60, '127.0.0.1');
    await once(behind, 'listening');
    const config = loadConfig({ WEB_PORT: String(port) });
    const given = process.env;
    const installation = { root: copy.root, config, given, dataDir: dir, secretsDir: join(dir, 'secrets') };
    await supervisor.start(watched(planPages(installation, 'web'), (line) => said.push(line)));
    url = `http://localhost:${port}`;
  });
  afterAll(async () => {
    await supervisor.stop();
    behind.close();
    copy.remove();
  });

  test('come from their sources, under a policy that still lets nothing of others in', async () => {
    const answer = await fetch(`${url}/pages/login/index`);
    expect(await answer.text()).toContain('/@vite/client');
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'unsafe-inline'/);
    expect(policy).toContain(`connect-src 'self' ${url.replace('http', 'ws')};`);
    expect(policy).toContain("frame-ancestors 'none'");
  });

  test('hand requests of the API on as they came, and let no other page read the answer', async () => {
    const headers = { origin: 'http://localhost:9999', cookie: 'session=0' };
    const answer = await fetch(`${url}/api/identity/login`, { method: 'POST', headers });
    expect(reached.at(-1)?.headers).toMatchObject({ ...headers, host: new URL(url).host });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.getSetCookie()).toEqual(['session=1; HttpOnly; SameSite=Lax']);
  });

  test('do not serve what lies beside the sources, such as the secrets of the installation', async () => {
    expect((await fetch(`${url}/@fs${copy.root}/package.json`)).status).toBe(403);
    expect((await fetch(`${url}/@fs${dir}/main.mjs`)).status).toBe(403);
  });

  test('take away the service worker of what was built before', async () => {
    expect(await (await fetch(`${url}/service-worker.js`)).text()).toContain('registration.unregister()');
  });

  test('are told of a changed source while they are open, and get it', async () => {
    await fetch(`${url}${page}`);
    const client = await (await fetch(`${url}/@vite/client`)).text();
    const [, token = ''] = /wsToken = "([^"]+)"/.exec(client) ?? [];
    const socket = new WebSocket(`${url.replace('http', 'ws')}/?token=${token}`, 'vite-hmr');
    const told: string[] = [];
    socket.addEventListener('message', ({ data }) => void told.push(String(data)));
    await once(socket, 'open');
    change(join(copy.root, 'apps/web', page), 'export function', '// planted\nexport function');
    await expect.poll(() => told.join('\n')).toContain(page);
    expect(await (await fetch(`${url}${page}?t=1`)).text()).toContain('// planted');
    socket.close();
  });
});

async function freePortWithOneBehind(): Promise<number> {
  for (;;) {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    probe.close();
    const taken = await findTakenPorts([{ setting: 'WEB_PORT', port: port + 60, host: '127.0.0.1' }]);
    if (taken.length === 0) return port;
  }
}
