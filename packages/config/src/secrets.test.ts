import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMissingSecrets } from './create-secrets.ts';
import { loadSecrets } from './load-secrets.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'secrets-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

test('makes what is missing, readable by its owner alone, and leaves what is there', () => {
  writeFileSync(join(dir, 'signer-passphrase'), 'mine, all mine\n', { mode: 0o600 });
  const made = createMissingSecrets(dir, {});
  expect(made).toContain('session-key');
  expect(made).not.toContain('signer-passphrase');
  expect(made).not.toContain('smtp-password');
  expect(statSync(join(dir, 'session-key')).mode & 0o777).toBe(0o600);
  expect(statSync(dir).mode & 0o777).toBe(0o700);
  expect(createMissingSecrets(dir, {})).toEqual([]);
  const read = loadSecrets(dir, ['session-key', 'signer-passphrase', 'smtp-password'], {});
  expect(read['session-key'][0]).toHaveLength(32);
  expect(read['signer-passphrase']).toBe('mine, all mine');
  expect(read['smtp-password']).toBeUndefined();
});

test('a file named in the environment wins and is not generated', () => {
  const file = join(dir, 'elsewhere');
  writeFileSync(file, `${'A'.repeat(43)}\n`, { mode: 0o400 });
  expect(createMissingSecrets(dir, { FACTOR_KEY_FILE: file })).not.toContain('factor-key');
  expect(loadSecrets(dir, ['factor-key'], { FACTOR_KEY_FILE: file })['factor-key']).toEqual([Buffer.alloc(32)]);
});

test('X02 a missing, malformed or openly readable secret is named, never shown', () => {
  createMissingSecrets(dir, {});
  const open = join(dir, 'session-key');
  chmodSync(open, 0o644);
  writeFileSync(join(dir, 'factor-key'), 'hunter2');
  rmSync(join(dir, 'signer-secret'));
  const load = (): unknown => loadSecrets(dir, ['session-key', 'factor-key', 'signer-secret'], {});
  expect(load).toThrow(`secret session-key: ${open} is open to others`);
  expect(load).toThrow('secret factor-key');
  expect(load).toThrow(`secret signer-secret: there is no file ${join(dir, 'signer-secret')}`);
  expect(load).not.toThrow('hunter2');
  expect(load).not.toThrow(readFileSync(open, 'utf8').trim());
});

test('a secret of several keys is read newest first, and each line has to be a key', () => {
  const [newest, older] = ['A'.repeat(43), `${'A'.repeat(42)}E`];
  writeFileSync(join(dir, 'session-key'), `${newest}\n${older}\n`, { mode: 0o600 });
  writeFileSync(join(dir, 'signer-secret'), `${newest}\n${older}\n`, { mode: 0o600 });
  const keys = loadSecrets(dir, ['session-key'], {})['session-key'];
  expect(keys.map((key) => key.toString('base64url'))).toEqual([newest, older]);
  expect(() => loadSecrets(dir, ['signer-secret'], {})).toThrow('has to hold 32 bytes as base64url');
  writeFileSync(join(dir, 'session-key'), `${newest}\nshort\n`, { mode: 0o600 });
  expect(() => loadSecrets(dir, ['session-key'], {})).toThrow('on every line');
});
