import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalPostgres, type LocalPostgres } from '@tern/local-postgres/start-local-postgres';
import { startStandby, type Standby } from '@tern/local-postgres/start-standby';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from './database.ts';
import { requireDurability } from './require-durability.ts';

// Goal: with real money the product starts only where an acknowledged commit cannot be lost. Method: a server with the
// defaults of a production one, and a standby that really follows it.
let root = '';
let primary: LocalPostgres;
let standby: Standby;
/** As a process sees it: a role without rights over the server. */
let asRole = '';

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'durability-'));
  chmodSync(root, 0o711);
  primary = await startLocalPostgres({ dataDir: join(root, 'primary') });
  await run("CREATE ROLE somebody LOGIN PASSWORD 'secret'");
  const url = new URL(primary.url);
  url.username = 'somebody';
  url.password = 'secret';
  asRole = url.href;
});
afterAll(async () => {
  await standby.stop();
  await primary.destroy();
  await rm(root, { recursive: true, force: true });
});

async function run(...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

async function check(url = asRole, options = ''): Promise<void> {
  const place = new URL(url);
  if (options !== '') place.searchParams.set('options', options);
  const db = openDatabase({ url: place.href, applicationName: 'test', poolMax: 1 });
  try {
    await requireDurability(db);
  } finally {
    await db.close();
  }
}

test('a server with its defaults keeps what it confirms; one that confirms before it has written does not', async () => {
  await check();
  await expect(check(asRole, '-c synchronous_commit=off')).rejects.toThrow('synchronous_commit is off');
});

test('F-D3 a standby that no commit waits for, and one that is asked itself, are refused; one that is waited for is not', async () => {
  standby = await startStandby({
    primary: { ...primary, dataDir: join(root, 'primary') },
    dataDir: join(root, 'standby'),
    name: 'second',
  });
  await expect(check()).rejects.toThrow('a standby is attached that no commit waits for');
  await expect(check(standby.url)).rejects.toThrow('it is a standby: connect to the primary');
  await run("ALTER SYSTEM SET synchronous_standby_names = 'second'", 'SELECT pg_reload_conf()');
  await check();
  await expect(check(asRole, '-c synchronous_commit=local')).rejects.toThrow('no commit waits for a standby');
});
