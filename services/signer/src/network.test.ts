import { spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@tern/base/clock';
import { readIdentity } from '@tern/base/pinned-certificate';
import { openSigner } from '@tern/tron/signer-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { order, reward, usdt } from '../../../packages/signer/src/testing/signer-fixture.ts';
import { spawnSigner } from './testing/spawn-signer.ts';

const fileOf = (name: string): string => new URL(name, import.meta.url).pathname;
const secret = randomBytes(32);
/** Two machines' worth of files, and where certificates are made. */
let root = '';
let running: ChildProcess[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'signer-network-'));
  for (const machine of ['signer', 'operator']) {
    const secrets = join(root, machine, 'secrets');
    mkdirSync(secrets, { recursive: true });
    writeFileSync(join(secrets, 'signer-secret'), secret.toString('base64url'), { mode: 0o600 });
  }
  writeFileSync(join(root, 'signer', 'secrets', 'signer-passphrase'), 'correct horse battery', { mode: 0o600 });
});

afterEach(async () => {
  await Promise.all(running.map(end));
  running = [];
  rmSync(root, { recursive: true });
});

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

function env(machine: string, changes: Record<string, string>): Record<string, string> {
  const dataDir = join(root, machine);
  return {
    PATH: process.env['PATH'] ?? '',
    TERN_PROFILE: 'test',
    DATA_DIR: dataDir,
    SIGNER_SOCKET: join(dataDir, 's.sock'),
    USDT_CONTRACT: usdt,
    REWARD_CONTRACT: reward,
    ...changes,
  };
}

function run(machine: string, args: readonly string[], changes: Record<string, string> = {}) {
  return spawnSync(process.execPath, [fileOf('command.ts'), ...args], { env: env(machine, changes), encoding: 'utf8' });
}

/** Makes certificates as a person does, and reads the settings that the command prints. */
function makeCertificates(folder: string, ...holders: readonly string[]): Record<string, string> {
  const { stdout, stderr } = run('operator', ['make-certificates', join(root, folder), ...holders]);
  expect(stderr).toBe('');
  return Object.fromEntries(
    stdout.split('\n').flatMap((line) => (line.includes('=') ? [line.split('=') as [string, string]] : [])),
  );
}

function give(folder: string, name: string, machine: string): void {
  copyFileSync(join(root, folder, name), join(root, machine, 'secrets', name));
}

async function startSigner(changes: Record<string, string>): Promise<ChildProcess> {
  return spawnSigner(env('signer', changes), (child) => running.push(child));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

test('K13 a signer on another machine signs for its worker, answers its operators, and changes its certificate', async () => {
  const made = makeCertificates('first');
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const pins = String(made['SIGNER_PINS']);
  const listening = { SIGNER_LISTEN: address, SIGNER_CLIENTS: String(made['SIGNER_CLIENTS']) };
  await expect(startSigner(listening)).rejects.toThrow('signer-tls');
  give('first', 'signer-tls', 'signer');
  const first = await startSigner(listening);

  const worker = (pinned: readonly string[], folder = 'first') => {
    const identity = readIdentity(readFileSync(join(root, folder, 'signer-tls-worker'), 'utf8'));
    const tls = { host: '127.0.0.1', port, identity, pins: pinned };
    return openSigner({ tls, secret, clock: systemClock, timeoutMs: 10_000 });
  };
  const signed = await worker([pins]).signOrder(order());
  expect(await worker([pins]).signOrder(order())).toEqual(signed);

  const asking = { SIGNER_ADDRESS: address, SIGNER_PINS: pins };
  expect(run('operator', ['approvals'], asking).stderr).toContain('signer-tls-operator');
  give('first', 'signer-tls-operator', 'operator');
  expect(run('operator', ['approvals'], asking)).toMatchObject({ status: 0, stdout: '[]\n' });
  expect(run('operator', ['approvals'], { ...asking, SIGNER_PINS: 'A'.repeat(43) }).stderr).toContain('no pin is');
  expect(run('operator', ['approvals'], { SIGNER_ADDRESS: address }).stderr).toContain('SIGNER_PINS');

  // Rotation: both pins, the new certificate, the new pin alone; and the worker's in the same way.
  const next = makeCertificates('second', 'signer', 'worker');
  const both = [pins, String(next['SIGNER_PINS'])];
  expect((await worker(both).getHealth()).assets.usdt.signed).toBe(500n);
  await end(first);
  give('second', 'signer-tls', 'signer');
  const clients = `${made['SIGNER_CLIENTS']},${next['SIGNER_CLIENTS']}`;
  const second = await startSigner({ ...listening, SIGNER_CLIENTS: clients });
  await expect(worker([pins]).getHealth()).rejects.toThrow('no pin is');
  for (const folder of ['first', 'second']) expect(await worker(both, folder).signOrder(order())).toEqual(signed);
  await end(second);
  await startSigner({ ...listening, SIGNER_CLIENTS: String(next['SIGNER_CLIENTS']) });
  await expect(worker(both, 'first').getHealth()).rejects.toMatchObject({ name: 'SignerUnavailable' });
  expect(await worker(both, 'second').signOrder(order())).toEqual(signed);
});

test('K13 killed between signing and answering, it gives the same bytes over the network afterwards', async () => {
  const made = makeCertificates('first');
  const port = await freePort();
  give('first', 'signer-tls', 'signer');
  const listening = { SIGNER_LISTEN: `127.0.0.1:${port}`, SIGNER_CLIENTS: String(made['SIGNER_CLIENTS']) };
  const dying = await startSigner({ ...listening, TERN_CRASH_AT: 'w5' });
  const dead = once(dying, 'exit');
  const identity = readIdentity(readFileSync(join(root, 'first', 'signer-tls-worker'), 'utf8'));
  const tls = { host: '127.0.0.1', port, identity, pins: [String(made['SIGNER_PINS'])] };
  const client = openSigner({ tls, secret, clock: systemClock, timeoutMs: 10_000 });
  await expect(client.signOrder(order())).rejects.toMatchObject({ name: 'SignerUnavailable' });
  await dead; // The connection ends before the process has given its port back.
  await expect(client.signOrder(order())).rejects.toThrow('ECONNREFUSED');
  await startSigner(listening);
  const signed = await client.signOrder(order());
  expect(await client.signOrder(order())).toEqual(signed);
  expect(await client.getHealth()).toMatchObject({ memory: { sequence: 1 }, assets: { usdt: { signed: 500n } } });
});

test('K13 certificates that do not fit, and settings without the other half, stop the start with a sentence', async () => {
  const made = makeCertificates('first');
  give('first', 'signer-tls', 'signer');
  const clients = String(made['SIGNER_CLIENTS']);
  const [worker = ''] = clients.split(',');
  const refusal = async (changes: Record<string, string>): Promise<string> =>
    await startSigner(changes).then(
      () => 'started',
      (error: unknown) => String(error),
    );
  const SIGNER_LISTEN = '127.0.0.1:1';
  expect(await refusal({ SIGNER_LISTEN })).toContain('SIGNER_CLIENTS: has to be set');
  const twice = `${worker},${worker.replace('worker', 'operator')}`;
  expect(await refusal({ SIGNER_LISTEN, SIGNER_CLIENTS: twice })).toContain('two roles');
  expect(await refusal({ SIGNER_LISTEN: 'signer', SIGNER_CLIENTS: clients })).toContain('a host, a colon and a port');
  expect(await refusal({ SIGNER_LISTEN, SIGNER_CLIENTS: 'owner:x' })).toContain('one of worker, operator');
  const [signerFile, workerFile] = ['signer-tls', 'signer-tls-worker'].map((name) =>
    readFileSync(join(root, 'first', name), 'utf8'),
  );
  const file = join(root, 'signer', 'secrets', 'signer-tls');
  const mixed =
    String(signerFile?.split('-----BEGIN CERTIFICATE')[0]) +
    String(workerFile?.slice(workerFile.indexOf('-----BEGIN CERT')));
  writeFileSync(file, mixed, { mode: 0o600 });
  const listening = { SIGNER_LISTEN, SIGNER_CLIENTS: clients };
  expect(await refusal(listening)).toContain('not over its private key');
  writeFileSync(file, 'secret text', { mode: 0o600 });
  const said = await refusal(listening);
  expect(said).toContain('one PRIVATE KEY as PEM');
  expect(said).not.toContain('secret text');
  expect(run('operator', ['make-certificates', join(root, 'first')]).stderr).toContain('there already');
  expect(run('operator', ['make-certificates', join(root, 'more'), 'owner']).stderr).toContain('not one of');
});
