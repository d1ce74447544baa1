import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMissingSecrets } from './create-secrets.ts';
import { judgeSecrets } from './judge-secrets.ts';
import { judgeSettings } from './judge-settings.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'secrets-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

function judge(env: Record<string, string>) {
  const given = { TERN_PROFILE: 'production', TRON_NETWORK: 'nile', ...env };
  return judgeSecrets(judgeSettings(given).config, dir, given);
}

test('an empty folder lacks what can be generated, and what the settings ask for', () => {
  const { toGenerate, toHandIn, optional, wrong } = judge({
    SMS_PROVIDER: 'twilio',
    SMTP_URL: 'smtps://wallet@mail.example.com',
  });
  expect(toGenerate).toHaveLength(9);
  expect(toGenerate).not.toContain('devchain-seed');
  expect(toHandIn.map(({ name }) => name)).toEqual(['smtp-password', 'twilio-token']);
  expect(optional).toEqual([
    'twilio-fallback-token',
    'message-report-secret',
    'screening-secret',
    'tron-api-key',
    'tron-api-key-2',
    'tron-api-key-3',
    's3-secret-key',
    'metrics-token',
  ]);
  expect(wrong).toEqual([]);
});

test('a mail server without a user needs no password, and a development chain has a seed', () => {
  expect(judge({ SMTP_URL: 'smtp://127.0.0.1' }).toHandIn).toEqual([]);
  expect(judge({ TERN_PROFILE: 'development', TRON_NETWORK: 'local' }).toGenerate).toContain('devchain-seed');
});

test('X02 what is malformed, short, open or named without being there is told, without its value', () => {
  createMissingSecrets(dir, {}, ['devchain-seed']);
  writeFileSync(join(dir, 'factor-key'), 'hunter2', { mode: 0o600 });
  writeFileSync(join(dir, 'signer-passphrase'), 'correct', { mode: 0o600 });
  chmodSync(join(dir, 'session-key'), 0o644);
  const judged = judge({ PASSWORD_PEPPER_FILE: join(dir, 'elsewhere') });
  expect(judged.wrong.map(({ name }) => name)).toEqual([
    'session-key',
    'password-pepper',
    'factor-key',
    'signer-passphrase',
  ]);
  expect(judged.toGenerate).toEqual([]);
  expect(JSON.stringify(judged)).not.toMatch(/hunter2|correct/);
});

test('W19 whoever has a service asked about receivers needs the secret that signs the questions', () => {
  const asked = judge({ SCREENING_URL: 'https://screening.example.com/ask' }).toHandIn;
  expect(asked).toContainEqual({ name: 'screening-secret', message: 'has to be there where SCREENING_URL is set' });
});

test('K08 with a key service, what opens a seed is asked for by nobody here', () => {
  const { toGenerate, optional } = judge({ SIGNER_KEY_SERVICE: '/run/keys.sock' });
  expect(toGenerate).toHaveLength(8);
  expect([...toGenerate, ...optional]).not.toContain('signer-passphrase');
  expect(judge({}).toGenerate).toContain('signer-passphrase');
});

test('K13 the certificates of a signer on another machine are asked for where the settings name one', () => {
  const pin = 'A'.repeat(43);
  expect(JSON.stringify(judge({}))).not.toContain('signer-tls');
  const asked = (env: Readonly<Record<string, string>>) => judge(env).toHandIn.map(({ name }) => name);
  expect(asked({ SIGNER_LISTEN: '10.0.0.7:4340', SIGNER_CLIENTS: `worker:${pin}` })).toContain('signer-tls');
  expect(asked({ SIGNER_STANDBY: '10.0.0.8:4340', SIGNER_STANDBY_PINS: pin })).toContain('signer-tls');
  const elsewhere = judge({ SIGNER_ADDRESS: '[fd00::7]:4340', SIGNER_PINS: pin });
  expect(elsewhere.toHandIn.map(({ name }) => name)).toContain('signer-tls-worker');
  expect(elsewhere.optional).toContain('signer-tls-operator');
});
