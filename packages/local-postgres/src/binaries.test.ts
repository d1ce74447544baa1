import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findGiven, findInstalled, locateBinaries, runTestsOn } from './binaries.ts';

let dir = '';
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'installed-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

/** A `pg_config` that says this. */
function pgConfig(version: string): string {
  const path = join(dir, `pg_config-${version}`);
  writeFileSync(path, `#!/bin/sh\necho /opt/postgresql/bin\necho PostgreSQL ${version}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** A folder with a `postgres` that says this. */
function binFolder(version: string): string {
  const folder = mkdtempSync(join(dir, 'bin-'));
  writeFileSync(join(folder, 'postgres'), `#!/bin/sh\necho 'postgres (PostgreSQL) ${version}'\n`, { mode: 0o755 });
  return folder;
}

test('where npm has no PostgreSQL for the system, one that is there is used', () => {
  expect(findInstalled(pgConfig('17.2'))).toEqual({
    initdb: '/opt/postgresql/bin/initdb',
    pgCtl: '/opt/postgresql/bin/pg_ctl',
    postgres: '/opt/postgresql/bin/postgres',
  });
});

test('an older one, or none, is refused with what to do', () => {
  expect(() => findInstalled(pgConfig('16.9'))).toThrow(/the installed one is PostgreSQL 16\.9: install it/);
  expect(() => findInstalled(join(dir, 'nowhere'))).toThrow(/none is installed: .* DATABASE_URL/);
});

test('tests run on the programs of a given folder, and only on a version that is promised', () => {
  const folder = binFolder('17.12 (Debian 17.12-1)');
  expect(findGiven(folder)).toEqual({
    initdb: join(folder, 'initdb'),
    pgCtl: join(folder, 'pg_ctl'),
    postgres: join(folder, 'postgres'),
  });
  expect(() => findGiven(binFolder('16.9'))).toThrow(/which has postgres \(PostgreSQL\) 16\.9: PostgreSQL 17 or newer/);
  expect(() => findGiven(join(dir, 'nowhere'))).toThrow(/which has no PostgreSQL/);
});

test('a folder that tests are to run on is what they find, and one that is refused changes nothing', async () => {
  vi.stubEnv('TERN_TEST_POSTGRES_BIN', '');
  try {
    expect(() => runTestsOn(binFolder('16.9'))).toThrow(/16\.9/);
    expect(process.env['TERN_TEST_POSTGRES_BIN']).toBe('');
    const folder = binFolder('17.12');
    expect(runTestsOn(folder)).toBe('postgres (PostgreSQL) 17.12');
    expect((await locateBinaries(undefined)).postgres).toBe(join(folder, 'postgres'));
  } finally {
    vi.unstubAllEnvs();
  }
});
