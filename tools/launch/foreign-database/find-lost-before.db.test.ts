import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@tern/db/database';
import { migrate } from '@tern/db/migrate';
import { backUpCluster } from '@tern/local-postgres/back-up-cluster';
import { startLocalPostgres, type LocalPostgres } from '@tern/local-postgres/start-local-postgres';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Goal: after `npm run restore -- DIR --until-backup`, the commands that it prints say what is lost. Method: the database that
// `npm start` runs, with its real files; an account is made after the backup.
const personId = '01890000-0000-7000-8000-0000000000a1';
let root = '';
let database: LocalPostgres;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'find-lost-'));
  chmodSync(root, 0o711);
  database = await startLocalPostgres({ dataDir: join(root, 'data/database') });
  await migrate({ url: database.url });
  await backUpCluster({ dataDir: join(root, 'data/database'), url: database.url, to: join(root, 'backup') });
  const db = openDatabase({ url: database.url, applicationName: 'test' });
  await sql`
    INSERT INTO people (id, public_id, invite_code, terms_accepted_at, created_at)
    VALUES (${personId}, '10000001', 'ABCDEFGH', now(), now())`.execute(db.kysely);
  await db.close();
  await database.stop();
});
afterAll(async () => {
  await database.destroy();
  rmSync(root, { recursive: true, force: true });
});

function run(file: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [fileURLToPath(new URL(`../${file}`, import.meta.url)), ...args],
    {
      env: {
        PATH: process.env['PATH'] ?? '',
        DATA_DIR: join(root, 'data'),
        DATABASE_PORT: String(database.port),
        ...env,
      },
      encoding: 'utf8',
    },
  );
  return { status, stdout, stderr };
}

test('a restore to the time of the backup prints the command that names what is lost, and the command does', () => {
  const restored = run('restore.ts', [join(root, 'backup'), '--until-backup']);
  expect(restored).toMatchObject({ status: 0, stdout: expect.stringContaining('npm start -- --without-api') });
  const [, before = '', since = ''] = /--before "([^"]+)" --since (\S+)/.exec(restored.stdout) ?? [];
  const found = run('find-lost.ts', ['--before', before, '--since', since]);
  expect(found).toMatchObject({ status: 0, stdout: expect.stringContaining('Lost: 1\n') });
  expect(found.stdout).toContain(`person ${personId}`);
  // Both servers were stopped again, so the command may be repeated, and a restore too.
  expect(run('find-lost.ts', ['--before', before, '--since', since]).stdout).toBe(found.stdout);
  expect(run('restore.ts', [join(root, 'backup')])).toMatchObject({ status: 0 });
});

test('a database of somebody else, and a folder beside a copy’s address, are refused', () => {
  const since = ['--since', '2026-11-28T20:15:00Z'];
  const foreign = run('find-lost.ts', ['--before', root, ...since], { DATABASE_URL: database.url });
  expect(foreign).toMatchObject({ status: 1, stderr: expect.stringContaining('DATABASE_URL names another one') });
  const both = run('find-lost.ts', ['postgres://copy/postgres', '--before', root, ...since]);
  expect(both).toMatchObject({ status: 2, stderr: expect.stringContaining('Usage: npm run find-lost') });
});
