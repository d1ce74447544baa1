import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { launchInstallation, stopLaunch, type Launch } from '@tern/testkit/system/launch-installation';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Goal: what the README promises of `npm start`. Method: the real command, with ports and data of its own, started,
// stopped, killed and started again.
const root = new URL('../..', import.meta.url).pathname;
const dataDir = '.tern/one-command';
const settings = {
  DATA_DIR: dataDir,
  SIGNER_SOCKET: `${dataDir}/signer.sock`,
  WEB_PORT: '4380',
  DEVCHAIN_PORT: '4381',
  INBOX_SMTP_PORT: '4382',
  INBOX_HTTP_PORT: '4383',
  DATABASE_PORT: '4384',
  WORKER_HEALTH_PORT: '4385',
  API_METRICS_PORT: '4386',
  CONSOLE_METRICS_PORT: '4387',
  LOCAL_RELAY_PORT: '4388',
  DEVCHAIN_BLOCK_MS: '200',
};
const upMessage = 'Ctrl-C stops everything';

let current: Launch | undefined;

const launch = (...args: string[]): Launch => launchInstallation(settings, ...args);

async function up(...args: string[]): Promise<Launch> {
  current = launch(...args);
  await current.says(upMessage);
  return current;
}

function childPids(): number[] {
  const run = JSON.parse(readFileSync(join(root, dataDir, 'launcher.json'), 'utf8')) as {
    processes: { pid: number }[];
  };
  return run.processes.map(({ pid }) => pid);
}

/** How a process was started, as `ps` tells it. */
function commandOf(pid: number): string {
  return spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
}

const info = async (): Promise<unknown> => (await fetch('http://127.0.0.1:4381/devchain/info')).json();

beforeAll(async () => {
  const first = await up('--reset', '--yes');
  expect(first.output()).toContain('http://localhost:4380');
});

afterAll(async () => {
  if (current?.process.exitCode === null) await stopLaunch(current);
  rmSync(join(root, dataDir), { recursive: true, force: true });
});

test('the first start serves the wallet, its health, the API reference, the inbox and the chain', async () => {
  const health = await fetch('http://127.0.0.1:4380/api/health');
  expect(health.status).toBe(200);
  for (const path of ['/', '/api/docs', '/api/openapi.json', '/dev/inbox']) {
    expect((await fetch(`http://127.0.0.1:4380${path}`)).status, path).toBe(200);
  }
  expect(await info()).toMatchObject({ contracts: { usdt: {}, reward: {} } });
});

test('it funds the treasury and opens the promotion', async () => {
  await current?.says('the activation bonus is open');
});

test('secrets are readable by their owner alone, and the output shows none of them', () => {
  const secret = readFileSync(join(root, dataDir, 'secrets/signer-passphrase'), 'utf8').trim();
  expect(current?.output()).not.toContain(secret);
  for (const log of ['api', 'worker', 'signer', 'devchain']) {
    const file = join(root, dataDir, 'logs', `${log}.log`);
    if (existsSync(file)) expect(readFileSync(file, 'utf8'), log).not.toContain(secret);
  }
});

test('a second start beside the first is refused and disturbs nothing', async () => {
  const second = launch();
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`already running (process ${current?.process.pid})`);
  expect((await fetch('http://127.0.0.1:4380/api/health')).status).toBe(200);
});

test('a killed process is started again', async () => {
  const api = childPids().find((pid) => commandOf(pid).includes('/api/src/start.ts'));
  expect(api).toBeDefined();
  process.kill(api ?? 0, 'SIGKILL');
  await current?.says('api is back');
  expect((await fetch('http://127.0.0.1:4380/api/health')).status).toBe(200);
});

test('Ctrl-C stops everything in order, and the next start is quick and keeps everything', async () => {
  const before = (await info()) as { genesisId: string; height: number };
  const pids = childPids();
  expect(current && (await stopLaunch(current)), current?.output()).toBe(0);
  for (const pid of pids) expect(() => process.kill(pid, 0), `process ${pid}`).toThrow('ESRCH');
  const second = await up();
  // What makes it quick, which no clock says on a busy machine: nothing is made, built or migrated again.
  expect(second.output()).toMatch(/✓ Bringing the database up to date: nothing to do /);
  expect(second.output()).not.toMatch(/Made|Building/);
  const after = (await info()) as typeof before;
  expect(after.genesisId).toBe(before.genesisId);
  expect(after.height).toBeGreaterThan(before.height);
});

test('what a killed launcher left behind is stopped by the next start', async () => {
  const pids = childPids();
  current?.process.kill('SIGKILL');
  await current?.ended;
  const next = await up();
  expect(next.output()).toContain(`Stopped ${pids.length} processes of an earlier start`);
});

test('a launcher whose output nobody reads any more still stops everything in order', async () => {
  const pids = childPids();
  current?.process.stdout?.destroy();
  current?.process.stderr?.destroy();
  expect(current && (await stopLaunch(current))).toBe(0);
  for (const pid of pids) expect(() => process.kill(pid, 0), `process ${pid}`).toThrow('ESRCH');
});

test('npm run dev serves both apps from their sources at the addresses that people open, on the same data', async () => {
  const dev = await up('--from-sources');
  for (const [url, api, status] of [
    ['http://localhost:4380/', 'api/health', 200],
    ['http://localhost:4310/console/', 'api/session', 401],
  ] as const) {
    expect(await (await fetch(url)).text(), url).toContain('/@vite/client');
    expect((await fetch(new URL(api, url))).status, url).toBe(status);
  }
  expect(await stopLaunch(dev), dev.output()).toBe(0);
});

test('a taken port is named with its setting before anything is started', async () => {
  const other = createServer().listen(4380, '127.0.0.1');
  await once(other, 'listening');
  const refused = launch();
  expect(await refused.ended).toBe(1);
  other.close();
  expect(refused.output()).toContain('Port 4380 is taken by another program');
  expect(refused.output()).toContain('WEB_PORT');
});
