import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@tern/config/load-config';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { environmentFor, readEnvironment } from './environment.ts';
import { findLauncher, startFromPs, stopLeftovers, writeRunFile } from './leftovers.ts';
import { findTakenPorts } from './ports.ts';
import { helpersOf, planProcess, wantedPorts, type Installation } from './processes.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'launch-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

function installation(given: Record<string, string>): Installation {
  return { root: dir, config: loadConfig(given), given, dataDir: join(dir, 'data'), secretsDir: join(dir, 'secrets') };
}

const production = {
  TERN_PROFILE: 'production',
  PRODUCT_NAME: 'Albatross',
  PRODUCT_TOKEN: 'ALB',
  PUBLIC_URL: 'https://wallet.example',
  TRON_NETWORK: 'mainnet',
  REWARD_CONTRACT: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'wallet@wallet.example',
  SMS_WEBHOOK_URL: 'https://sms.example',
  SUPPORT_EMAIL: 'help@wallet.example',
  COMPLAINTS_EMAIL: 'complaints@wallet.example',
  COMPLAINT_ANSWER_DAYS: '15',
  PRICE_TRX_USDT: '0.31',
  PRICE_REWARD_USDT: '0.12',
};

test('a taken port is named with the setting that moves it', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const found = await findTakenPorts([{ setting: 'WEB_PORT', port, host: '127.0.0.1' }]);
  other.close();
  expect(found).toEqual([
    `Port ${port} is taken by another program. Stop that program, or set WEB_PORT to a free port, for example: WEB_PORT=${port + 1000} npm start`,
  ]);
});

test('two settings with one port are told apart', async () => {
  const found = await findTakenPorts([
    { setting: 'WEB_PORT', port: 0, host: '127.0.0.1' },
    { setting: 'DEVCHAIN_PORT', port: 0, host: '127.0.0.1' },
  ]);
  expect(found).toEqual(['Port 0 is given twice; set DEVCHAIN_PORT to another one.']);
});

test('the surrounding environment overrules the .env file', () => {
  writeFileSync(join(dir, '.env'), '# comment\nWEB_PORT=5000\nPRODUCT_NAME="Sea Bird"\n');
  const env = readEnvironment(dir, { WEB_PORT: '6000' });
  expect(env).toMatchObject({ WEB_PORT: '6000', PRODUCT_NAME: 'Sea Bird' });
});

test('a process gets its own secrets, settings as given, and nothing else of the environment', () => {
  const given = { WEB_PORT: '5000', PATH: '/bin', AWS_SECRET: 'x', DATABASE_URL: 'postgres://owner:secret@db/x' };
  const signer = environmentFor('signer', given, '/secrets', {});
  expect(signer).toEqual({
    NODE_ENV: 'production',
    PATH: '/bin',
    WEB_PORT: '5000',
    SIGNER_SECRET_FILE: '/secrets/signer-secret',
    SIGNER_PASSPHRASE_FILE: '/secrets/signer-passphrase',
    SIGNER_TLS_FILE: '/secrets/signer-tls',
  });
  const api = environmentFor('api', given, '/secrets', { DATABASE_URL: 'postgres://tern_api@db/x' });
  expect(api).toMatchObject({ DATABASE_URL: 'postgres://tern_api@db/x', SESSION_KEY_FILE: '/secrets/session-key' });
  expect(Object.keys(api)).not.toContain('SIGNER_PASSPHRASE_FILE');
});

test('only the signer is told where the passphrase of the seed is', () => {
  const told = (['api', 'console', 'worker', 'signer', 'devchain', 'inbox', 'relay'] as const).filter((name) =>
    JSON.stringify(planProcess(installation({}), name).env).includes('signer-passphrase'),
  );
  expect(told).toEqual(['signer']);
});

test('production runs neither the local chain nor the inbox nor a relay, and opens no ports for them', () => {
  expect(helpersOf(installation(production).config)).toEqual({ devchain: false, inbox: false, relay: false });
  expect(wantedPorts(installation(production)).map(({ setting }) => setting)).toEqual([
    'WEB_PORT',
    'CONSOLE_PORT',
    'WORKER_HEALTH_PORT',
    'API_METRICS_PORT',
    'CONSOLE_METRICS_PORT',
  ]);
  const apart = installation({ ...production, METRICS_HOST: '10.0.0.4', SIGNER_HEALTH_PORT: '4331' });
  expect(wantedPorts(apart).filter(({ host }) => host === '10.0.0.4')).toHaveLength(4);
  expect(helpersOf(installation({ WALLET_CONNECTION_RELAY: 'ws://localhost:9' }).config).relay).toBe(false);
  expect(helpersOf(installation({}).config)).toEqual({ devchain: true, inbox: true, relay: true });
});

test('a launcher that runs is found; one that is gone is not, and what it left is stopped', async () => {
  const file = join(dir, 'launcher.json');
  expect(findLauncher(file)).toBeUndefined();
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const ended = once(child, 'exit');
  writeRunFile(file, [child.pid ?? 0]);
  expect(findLauncher(file)).toBe(process.pid);
  const run = JSON.parse(readFileSync(file, 'utf8')) as { launcher: { startedAt: string } };
  // The number lives on in another program that started at another moment.
  run.launcher.startedAt = '1';
  writeFileSync(file, JSON.stringify(run));
  expect(findLauncher(file)).toBeUndefined();
  expect(await stopLeftovers(file, 5000)).toBe(1);
  expect(await ended).toEqual([null, 'SIGTERM']);
  expect(await stopLeftovers(file, 5000)).toBe(0);
});

test('without /proc the moment a process started comes from ps: the same at every look, and none for one that ended', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const start = startFromPs(child.pid ?? 0);
  expect(start).toMatch(/\d{2}:\d{2}:\d{2} \d{4}$/);
  expect(startFromPs(child.pid ?? 0)).toBe(start);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(startFromPs(child.pid ?? 0)).toBeUndefined();
});
