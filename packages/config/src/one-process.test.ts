import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfigOf } from './load-config.ts';
import { metricsPlace } from './metrics-place.ts';
import type { ProcessName } from './process-names.ts';
import { requireLogin, requireOwnerLogin } from './require-database.ts';

// Goal: a process needs what it reads, and nothing of the others.
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'one-process-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

function namesMissing(process: ProcessName, env: Readonly<Record<string, string>> = {}): readonly string[] {
  try {
    loadConfigOf(process, { TERN_PROFILE: 'production', ...env });
    return [];
  } catch (error) {
    return (error as Error).message.split('\n').flatMap((line) => /^ {2}(\w+): /.exec(line)?.[1] ?? []);
  }
}

test('the signer of a production installation needs what it reads, and neither mail nor support', () => {
  expect(namesMissing('api')).toEqual(expect.arrayContaining(['SUPPORT_EMAIL', 'COMPLAINTS_EMAIL', 'PUBLIC_URL']));
  const forSigner = namesMissing('signer');
  expect(forSigner).toEqual(expect.arrayContaining(['TRON_NETWORK', 'REWARD_CONTRACT']));
  expect(forSigner.join()).not.toMatch(/EMAIL|SMS|SMTP|PRICE|PRODUCT_TOKEN/);
  expect(
    namesMissing('signer', {
      PRODUCT_NAME: 'Albatross',
      PUBLIC_URL: 'https://wallet.example',
      TRON_NETWORK: 'mainnet',
      REWARD_CONTRACT: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    }),
  ).toEqual([]);
  expect(namesMissing('migrate')).toEqual([]);
});

test('what is given has to be right whoever reads it, and what a process reads has to fit together', () => {
  expect(namesMissing('migrate', { SMTP_URL: 'mail' })).toEqual(['SMTP_URL']);
  expect(namesMissing('migrate', { DATABASE_URL: 'postgres://owner@db.example/tern' })).toEqual(['DATABASE_URL']);
  expect(namesMissing('signer', { DATABASE_URL: 'postgres://owner@db.example/tern' })).not.toContain('DATABASE_URL');
});

test('a process logs in as its own role, with its own password, unless its address says as whom', () => {
  const given = (databaseUrl: string | undefined) => ({ databaseUrl, dataDir: join(dir, 'data') });
  const [file, address] = [join(dir, 'password'), 'postgres://db.example/tern?sslmode=verify-full'];
  const env = { DATABASE_PASSWORD_WORKER_FILE: file };
  expect(() => requireLogin(given(address), 'worker', env)).toThrow(
    `secret database-password-worker: there is no file`,
  );
  writeFileSync(file, 'of the worker', { mode: 0o600 });
  expect(requireLogin(given(address), 'worker', env)).toBe(
    'postgres://tern_worker:of%20the%20worker@db.example/tern?sslmode=verify-full',
  );
  expect(requireLogin(given('postgres://mine@db.example/tern'), 'worker', env)).toBe('postgres://mine@db.example/tern');
  expect(() => requireLogin(given(undefined), 'worker', env)).toThrow('DATABASE_URL: has to be set');
});

test('migrations log in as the owner, whose password may be a secret of its own', () => {
  const given = (databaseUrl: string) => ({ databaseUrl, dataDir: join(dir, 'data') });
  const [file, address] = [join(dir, 'owner'), 'postgres://wallet_owner@db.example/tern?sslmode=verify-full'];
  const env = { DATABASE_PASSWORD_OWNER_FILE: file };
  expect(requireOwnerLogin(given(address), env)).toBe(address);
  writeFileSync(file, 'of the owner', { mode: 0o600 });
  expect(requireOwnerLogin(given(address), env)).toBe(
    'postgres://wallet_owner:of%20the%20owner@db.example/tern?sslmode=verify-full',
  );
  // What stands in the address itself counts, and nobody is given a user that the address does not name.
  for (const whole of ['postgres://wallet_owner:other@db.example/tern', 'postgres://db.example/tern'])
    expect(requireOwnerLogin(given(whole), env)).toBe(whole);
  writeFileSync(file, '');
  expect(() => requireOwnerLogin(given(address), env)).toThrow('secret database-password-owner:');
});

test('metrics are not shown to other machines without a token', () => {
  const [dataDir, file] = [join(dir, 'data'), join(dir, 'token')];
  const env = { METRICS_TOKEN_FILE: file };
  expect(metricsPlace({ metricsHost: '127.0.0.1', dataDir }, env)).toEqual({ host: '127.0.0.1', token: undefined });
  for (const metricsHost of ['0.0.0.0', '::', '10.0.0.4', 'metrics.example'])
    expect(() => metricsPlace({ metricsHost, dataDir }, env), metricsHost).toThrow(
      'secret metrics-token: has to be there',
    );
  writeFileSync(file, 'short', { mode: 0o600 });
  expect(() => metricsPlace({ metricsHost: '0.0.0.0', dataDir }, env)).toThrow('at least 32 characters');
  writeFileSync(file, 'x'.repeat(32), { mode: 0o600 });
  expect(metricsPlace({ metricsHost: '0.0.0.0', dataDir }, env).token).toBe('x'.repeat(32));
});
