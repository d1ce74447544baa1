import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findInstalled } from './binaries.ts';

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

test('where npm has no PostgreSQL for the system, one that is there is used', () => {
  expect(findInstalled(pgConfig('18.4'))).toEqual({
    initdb: '/opt/postgresql/bin/initdb',
    pgCtl: '/opt/postgresql/bin/pg_ctl',
    postgres: '/opt/postgresql/bin/postgres',
  });
});

test('an older one, or none, is refused with what to do', () => {
  expect(() => findInstalled(pgConfig('16.9'))).toThrow(/the installed one is PostgreSQL 16\.9: install it/);
  expect(() => findInstalled(join(dir, 'nowhere'))).toThrow(/none is installed: .* DATABASE_URL/);
});
