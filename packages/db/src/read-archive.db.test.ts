import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalPostgres, type LocalPostgres } from '@tern/local-postgres/start-local-postgres';
import { until } from '@tern/testkit/system/until';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database } from './database.ts';
import { readArchive } from './read-archive.ts';

let root = '';
let server: LocalPostgres;
let owner: Database;
/** As a process sees it: a role without rights over the server. */
let asRole: Database;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'archive-'));
  chmodSync(root, 0o711);
  server = await startLocalPostgres({ dataDir: join(root, 'server'), settings: { archive_command: 'false' } });
  owner = openDatabase({ url: server.url, applicationName: 'test', poolMax: 1 });
  await sql`CREATE ROLE somebody LOGIN PASSWORD 'secret'`.execute(owner.kysely);
  const url = new URL(server.url);
  url.username = 'somebody';
  url.password = 'secret';
  asRole = openDatabase({ url: url.href, applicationName: 'test', poolMax: 1 });
});
afterAll(async () => {
  await Promise.all([owner.close(), asRole.close()]);
  await server.destroy();
  await rm(root, { recursive: true, force: true });
});

/** Ends the present file of the log, so that it is to be copied. */
async function endLogFile(): Promise<void> {
  await sql`SELECT pg_switch_wal() FROM (SELECT txid_current()) AS written`.execute(owner.kysely);
}

test('a copy of the log that fails is seen by any role, and so is one that is made again', async () => {
  await endLogFile();
  const failing = await until('a failed copy', async () => {
    const archive = await readArchive(asRole.kysely);
    return archive.failing && archive;
  });
  expect(failing).toEqual({ on: true, command: 'false', copiedSecondsAgo: null, failing: true });
  await server.stop();
  server = await startLocalPostgres({
    dataDir: join(root, 'server'),
    port: server.port,
    settings: { archive_command: 'true' },
  });
  const well = await until('a copy', async () => {
    const archive = await readArchive(asRole.kysely);
    return archive.copiedSecondsAgo !== null && archive;
  });
  expect(well).toMatchObject({ on: true, command: 'true', failing: false });
});
