import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMissingSecrets } from '@tern/config/create-secrets';
import { loadConfig } from '@tern/config/load-config';
import { loadSecrets } from '@tern/config/load-secrets';
import { secrets, type Secret, type SecretName } from '@tern/config/secrets';
import { removeRunFile, writeRunFile } from '@tern/installation/leftovers';
import { runFileOf } from '@tern/installation/processes';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { printNew } from './generate.ts';
import { retire, rotate, type RotateDeps } from './rotate.ts';

let root: string;
let dir: string;
let needed: number;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rotate-'));
  dir = join(root, 'secrets');
  createMissingSecrets(dir, {});
  needed = 0;
});
afterEach(() => rmSync(root, { recursive: true }));

function deps(given: Record<string, string> = {}): RotateDeps {
  return {
    installation: { root, config: loadConfig({}), given, dataDir: root, secretsDir: dir },
    ask: () => Promise.resolve('of the mail server'),
    reseal: () => 1,
    renew: () => needed,
  };
}

const read = (name: SecretName): string => readFileSync(join(dir, name), 'utf8').trim();

test('a key is put in front of the former one, and the former goes only where nothing needs it', async () => {
  const former = read('factor-key');
  const said = (await rotate(deps(), 'factor-key')).join('\n');
  const [newest = '', ...older] = read('factor-key').split('\n');
  expect(older).toEqual([former]);
  expect(said).not.toContain(newest);
  expect(statSync(join(dir, 'factor-key')).mode & 0o777).toBe(0o600);
  expect(loadSecrets(dir, ['factor-key'], {})['factor-key']).toHaveLength(2);
  needed = 3;
  expect(() => retire(deps(), 'factor-key', false)).toThrow('Nothing was changed');
  expect(read('factor-key')).toContain(former);
  retire(deps(), 'factor-key', true);
  expect(read('factor-key')).toBe(newest);
  needed = 1;
  await rotate(deps(), 'factor-key');
  expect(() => retire(deps(), 'factor-key', true)).toThrow('Nothing was changed');
});

test('what only two processes share, and what others hand out, is replaced', async () => {
  for (const name of ['signer-secret', 'database-password-api'] as const) {
    const former = read(name);
    await rotate(deps(), name);
    expect(read(name)).not.toContain(former);
    expect(read(name)).toMatch(/^[\w-]{43}$/);
    expect(() => retire(deps(), name, false)).toThrow('one value');
  }
  expect((await rotate(deps(), 'signer-secret')).join()).toContain('its standby');
  expect((await rotate(deps(), 'database-password-api')).join()).not.toContain('machine');
  expect((await rotate(deps(), 'smtp-password')).join()).toContain('Restart: worker');
  expect(read('smtp-password')).toBe('of the mail server');
  expect((await rotate(deps(), 'database-password-owner')).join()).toContain('npm run migrate read it.');
  await expect(rotate(deps(), 'devchain-seed')).rejects.toThrow('--reset');
});

test('what people choose is refused while it is too short, and nobody is told of a provider', async () => {
  const file = join(dir, 'message-report-secret');
  const questions: string[] = [];
  const give = (value: string) =>
    rotate(
      { ...deps(), ask: (question) => Promise.resolve(questions.push(question) > 0 ? value : '') },
      'message-report-secret',
    );
  await expect(give('short')).rejects.toThrow(
    /Nothing was changed: .* at least 32 characters, and this one has 5. Give a longer one/,
  );
  await expect(give(` ${'x'.repeat(31)} `)).rejects.toThrow('this one has 31');
  expect(existsSync(file)).toBe(false);
  const value = printNew('message-report-secret');
  const said = (await give(value)).join();
  expect(readFileSync(file, 'utf8')).toBe(`${value}\n`);
  expect(said).toContain('Restart: api, worker. Then use the new one wherever the former was.');
  expect([...questions, said].join()).not.toMatch(/provider|xxx/);
});

test('every secret that people choose says how long it has to be', () => {
  for (const [name, secret] of Object.entries(secrets) as [SecretName, Secret][])
    if (secret.origin === 'chosen') expect(secret.minLength, name).toBeGreaterThanOrEqual(32);
});

test('a value is stored only where the folder of the secrets is', async () => {
  rmSync(dir, { recursive: true });
  await expect(rotate(deps(), 'smtp-password')).rejects.toThrow('npm run production -- generate');
});

test('K01 a passphrase is replaced only after the seed opens with the next one, and a broken-off change goes on', async () => {
  const former = read('signer-passphrase');
  await expect(rotate(deps(), 'signer-passphrase')).rejects.toThrow('was not changed');
  expect(read('signer-passphrase')).toBe(former);
  const next = readFileSync(join(dir, 'signer-passphrase.next'), 'utf8').trim();
  const passphrases: string[] = [];
  await rotate({ ...deps(), reseal: (passphrase) => passphrases.push(passphrase) - 1 }, 'signer-passphrase');
  expect(passphrases).toEqual([next]);
  expect(read('signer-passphrase')).toBe(next);
  expect(existsSync(join(dir, 'signer-passphrase.next'))).toBe(false);
});

test('nothing is rotated under processes that run, or where something else looks after the file', async () => {
  const runFile = runFileOf(deps().installation);
  writeRunFile(runFile, []);
  await expect(rotate(deps(), 'session-key')).rejects.toThrow('is running');
  removeRunFile(runFile);
  const file = join(root, 'mounted');
  writeFileSync(file, 'x', { mode: 0o400 });
  await expect(rotate(deps({ SESSION_KEY_FILE: file }), 'session-key')).rejects.toThrow('SESSION_KEY_FILE');
  rmSync(join(dir, 'session-key'));
  await expect(rotate(deps(), 'session-key')).rejects.toThrow('generate');
});
