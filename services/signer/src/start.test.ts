import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { systemClock } from '@tern/base/clock';
import { openSigner, type Signer } from '@tern/tron/signer-client';
import { wordsOfSeed } from '@tern/vault/seed';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { order, reward, usdt } from '../../../packages/signer/src/testing/signer-fixture.ts';

const start = new URL('start.ts', import.meta.url).pathname;
const command = new URL('command.ts', import.meta.url).pathname;
const secret = randomBytes(32);
let dataDir = '';
let running: ChildProcess[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'signer-'));
  mkdirSync(join(dataDir, 'secrets'));
  writeFileSync(join(dataDir, 'secrets', 'signer-secret'), secret.toString('base64url'), { mode: 0o600 });
  writeFileSync(join(dataDir, 'secrets', 'signer-passphrase'), 'correct horse battery', { mode: 0o600 });
});

afterEach(async () => {
  await Promise.all(running.map((child) => end(child, 'SIGKILL')));
  running = [];
  rmSync(dataDir, { recursive: true });
});

function env(changes: Record<string, string> = {}): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    // What Node has compiled before.
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
    TERN_PROFILE: 'test',
    DATA_DIR: dataDir,
    SIGNER_SOCKET: join(dataDir, 's.sock'),
    USDT_CONTRACT: usdt,
    REWARD_CONTRACT: reward,
    ...changes,
  };
}

async function startSigner(
  changes: Record<string, string> = {},
): Promise<{ child: ChildProcess; client: Signer; errors: () => string }> {
  const child = spawn(process.execPath, [start], { env: env(changes), stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  if (child.stdout === null) throw new Error('no standard output');
  // A signer that does not start ends, and its last words say why.
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error(errors))),
  ])) as [string];
  expect(JSON.parse(line)).toMatchObject({ ready: true });
  const client = openSigner({ socketPath: join(dataDir, 's.sock'), secret, clock: systemClock, timeoutMs: 10_000 });
  return { child, client, errors: () => errors };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, 'exit') as Promise<[number | null]>;
  child.kill(signal);
  return (await ended)[0];
}

test('says when it is ready, keeps its keys over a restart, ends cleanly', async () => {
  const first = await startSigner();
  const address = await first.client.getHotAddress();
  expect(await end(first.child, 'SIGTERM')).toBe(0);
  expect(existsSync(join(dataDir, 's.sock'))).toBe(false);
  const second = await startSigner();
  expect(await second.client.getHotAddress()).toBe(address);
});

test('w5 killed between signing and answering, it gives the same bytes afterwards', async () => {
  const first = await startSigner({ TERN_CRASH_AT: 'w5' });
  const wanted = order({ refBlock: { ...order().refBlock } });
  await expect(first.client.signOrder(wanted)).rejects.toMatchObject({ name: 'SignerUnavailable' });
  const second = await startSigner();
  const signed = await second.client.signOrder(wanted);
  expect(await second.client.signOrder(wanted)).toEqual(signed);
  expect((await second.client.getHealth()).assets.usdt.signed).toBe(500n);
});

test('K08 the debugger’s signal opens no debugger', async () => {
  const { child, client, errors } = await startSigner();
  child.kill('SIGUSR1');
  await client.getHealth();
  await end(child, 'SIGTERM');
  expect(errors()).not.toContain('Debugger');
});

test('K01 nothing it prints holds a word of the seed or the passphrase', async () => {
  const { child, client, errors } = await startSigner();
  await client.signOrder(order());
  await client.signOrder(order({ memo: 'changed' })).catch(() => undefined);
  await end(child, 'SIGTERM');
  const words = readFileSync(join(dataDir, 'signer', 'recovery-words.txt'), 'utf8').trim();
  expect(errors()).toContain('order-changed');
  expect(errors()).not.toContain(words.split(' ').slice(0, 2).join(' '));
  expect(errors()).not.toContain('correct horse');
});

test('K12 it signs texts that do not name this installation, lists them, and stops when told', async () => {
  const first = await startSigner({ PRODUCT_NAME: 'Sea Harrier', PUBLIC_URL: 'https://wallet.example' });
  const [from] = await first.client.listAddresses({ from: 0, count: 1 });
  if (from === undefined) throw new Error('an address');
  const ask = (client: Signer, messageId: string, text: string) => client.signMessage({ messageId, from, text });
  const text = 'Sign in to Harbour 🦆, code 8271';
  const { signatureHex } = await ask(first.client, 'm-1', text);
  for (const own of ['Sign in to Sea Harrier', 'https://wallet.example wants you to sign in', 'see localhost:4310'])
    await expect(ask(first.client, 'm-2', own)).rejects.toMatchObject({ code: 'message-refused', detail: 'house' });
  await end(first.child, 'SIGTERM');
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [command, ...args], { env: env(), encoding: 'utf8' });
  expect(JSON.parse(run('messages', from.address).stdout)).toMatchObject([{ messageId: 'm-1', text, signatureHex }]);
  expect(run('messages', 'T9yD14').stderr).toContain('not a Tron address');
  expect(run('set-messages', '5', '4').stderr).toContain('1 to 1000 texts');
  expect(run('set-messages', 'off').status).toBe(0);
  const second = await startSigner();
  await expect(ask(second.client, 'm-3', text)).rejects.toMatchObject({ code: 'messages-off' });
  // What was given out stays given out.
  expect(await ask(second.client, 'm-1', text)).toEqual({ signatureHex });
});

test('a second signer on the same folder and wrong settings end with a sentence', async () => {
  await startSigner();
  const second = spawnSync(process.execPath, [start], {
    env: env({ SIGNER_SOCKET: join(dataDir, 't.sock') }),
    encoding: 'utf8',
  });
  expect(second.status).toBe(1);
  expect(second.stderr).toContain('another signer is using');
  const wrong = spawnSync(process.execPath, [start], { env: env({ USDT_CONTRACT: '0x1' }), encoding: 'utf8' });
  expect(wrong.status).toBe(1);
  expect(wrong.stderr).toContain('USDT_CONTRACT');
});

test('the command confirms and restores words', async () => {
  const first = await startSigner();
  const address = await first.client.getHotAddress();
  await end(first.child, 'SIGTERM');
  const wordsFile = join(dataDir, 'signer', 'recovery-words.txt');
  const words = readFileSync(wordsFile, 'utf8');
  const run = (name: string, input: string) =>
    spawnSync(process.execPath, [command, name], { env: env(), input, encoding: 'utf8' });
  expect(run('confirm-words', 'abandon').status).toBe(1);
  expect(existsSync(wordsFile)).toBe(true);
  expect(run('confirm-words', words).status).toBe(0);
  expect(existsSync(wordsFile)).toBe(false);
  expect(run('restore-words', words).stderr).toContain('already');
  rmSync(join(dataDir, 'signer'), { recursive: true });
  expect(run('restore-words', words).status).toBe(0);
  const refused = spawnSync(process.execPath, [start], { env: env(), encoding: 'utf8' });
  expect(refused.stderr).toContain('confirm-outflows');
  expect(run('confirm-outflows', '').status).toBe(0);
  const { client } = await startSigner();
  expect(await client.getHotAddress()).toBe(address);
  expect(run('sign-hash', '').status).toBe(2);
});

const seedCommands = ['create-seed', 'confirm-words', 'restore-words', 'reseal', 'serve-keys'] as const;

test.each(seedCommands)('K08 %s is refused where the seed is with a key service', (name) => {
  const ran = spawnSync(process.execPath, [command, name, join(dataDir, 'keys.sock')], {
    env: env({ SIGNER_KEY_SERVICE: join(dataDir, 'keys.sock') }),
    input: 'a passphrase long enough',
    encoding: 'utf8',
  });
  expect(ran.stderr).toContain('SIGNER_KEY_SERVICE is set, so the seed is not here');
  expect(ran.status).toBe(1);
  expect(existsSync(join(dataDir, 'signer', 'seed.sealed'))).toBe(false);
});

test('K08 what opens no seed is not given the passphrase', () => {
  rmSync(join(dataDir, 'secrets', 'signer-passphrase'));
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [command, ...args], { env: env(), encoding: 'utf8' });
  expect(run('page').stderr).toContain('There is no seed yet');
  expect(run('policy').status).toBe(0);
  expect(run('confirm-outflows').stderr).toContain('signer-passphrase');
});

test('O05 a record from elsewhere steers no terminal, not even by what is wrong with it', () => {
  const file = join(dataDir, 'record.json');
  const policy = JSON.stringify({
    limits: Object.fromEntries(['trx', 'usdt', 'reward'].map((id) => [id, { perOrder: '0', perDay: '0' }])),
    feeLimitMaxSun: '0',
    coldAddress: '\u001B[2J\u202E',
    operators: [],
  });
  const steps = [{ version: 1, at: '2026-01-01T00:00:00.000Z', policy, approvals: [] }];
  const signer = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';
  writeFileSync(file, JSON.stringify({ format: 'signer record 1', signer, steps }));
  const { stderr, status } = spawnSync(process.execPath, [command, 'verify-record', file], {
    env: {},
    encoding: 'utf8',
  });
  expect(stderr).toBe('\\u{1b}[2J\\u{202e} is not an address to send to\n');
  expect(status).toBe(1);
});

test('M36 K08 with a key service the commands confirm, back up and restore a signer that has no seed', async () => {
  const keyDir = join(dataDir, 'keys');
  mkdirSync(join(keyDir, 'secrets'), { recursive: true });
  writeFileSync(join(keyDir, 'secrets', 'signer-passphrase'), 'correct horse battery', { mode: 0o600 });
  rmSync(join(dataDir, 'secrets', 'signer-passphrase'));
  const socket = join(keyDir, 'keys.sock');
  const ofKeys = env({ DATA_DIR: keyDir });
  const ofSigner = { SIGNER_KEY_SERVICE: socket };
  const run = (given: Record<string, string>, args: readonly string[], input = '') =>
    spawnSync(process.execPath, [command, ...args], { env: given, input, encoding: 'utf8' });
  const words = wordsOfSeed(new Uint8Array(32).fill(7));
  expect(run(ofKeys, ['restore-words'], words).status).toBe(0);
  expect(run(ofKeys, ['serve-keys', socket]).stderr).toContain('confirm-words');
  expect(run(ofKeys, ['confirm-words'], words).status).toBe(0);
  const service = spawn(process.execPath, [command, 'serve-keys', socket], {
    env: ofKeys,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(service);
  const [line] = (await once(createInterface(service.stdout), 'line')) as [string];

  expect(run(env(ofSigner), ['confirm-outflows']).status).toBe(0);
  const first = await startSigner(ofSigner);
  expect(line).toBe(`Hot wallet: ${await first.client.getHotAddress()}`);
  const [own, backup] = [join(dataDir, 'keys-backup'), join(dataDir, 'backup')];
  // Both while they run.
  expect(run(env(ofSigner), ['back-up', backup]).stdout).toContain('Copied');
  expect(run(ofKeys, ['back-up', own]).stdout).toContain('Copied');
  expect([readdirSync(backup), readdirSync(own).toSorted()]).toEqual([
    ['signer.sqlite'],
    ['seed.sealed', 'signer.sqlite'],
  ]);
  await end(first.child, 'SIGTERM');
  rmSync(join(dataDir, 'signer'), { recursive: true });
  expect(run(env(ofSigner), ['restore', backup]).stdout).toContain('Restored.');
  const second = await startSigner(ofSigner);
  expect((await second.client.getHealth()).quarantine).toBeDefined();
});
