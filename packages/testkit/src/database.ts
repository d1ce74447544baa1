import { randomBytes } from 'node:crypto';
import { assert } from '@tern/base/assert';
import { openDatabase, type Database } from '@tern/db/database';
import { roleUrl, roles, type Role } from '@tern/db/roles';
import type pg from 'pg';
import { databaseUrl, templateName, testPasswords, withClient } from './template-database.ts';

export type TestDatabase = {
  /** Connected as the owner: for arranging and for looking, never what the product does. */
  readonly db: Database;
  readonly asApi: Database;
  readonly asWorker: Database;
  readonly asConsole: Database;
  readonly url: string;
  readonly apiUrl: string;
  readonly workerUrl: string;
  readonly consoleUrl: string;
  /** Call in `afterAll`. Throws when a connection that the test opened itself is still open. */
  readonly drop: () => Promise<void>;
};

/** A fresh, fully migrated database of its own. Needs the global set-up of this package. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const clusterUrl = process.env['TERN_TEST_DATABASE_URL'];
  assert(clusterUrl !== undefined, 'database tests need @tern/testkit/database-global-setup');
  const name = `tern_test_${randomBytes(6).toString('hex')}`;
  await withClient(clusterUrl, async (client) => {
    // Copied as files: through the log each page would be written twice.
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${await templateName()} STRATEGY file_copy`);
    // A copy does not take over the rights on the database as a whole.
    await client.query(`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`);
    await client.query(`GRANT CONNECT ON DATABASE ${name} TO ${roles.join(', ')}`);
  });
  const passwords = testPasswords(clusterUrl);
  const url = databaseUrl(clusterUrl, name);
  const as = (role: Role): string => roleUrl(url, role, passwords[role]);
  const open = (to: string, who: string): Database =>
    // A hundred at once wait for twenty connections, on a machine with other things to do.
    openDatabase({ url: to, applicationName: `test ${who}`, poolMax: 20, connectionTimeoutMs: 60_000 });
  const own = {
    db: open(url, 'owner'),
    asApi: open(as('tern_api'), 'api'),
    asWorker: open(as('tern_worker'), 'worker'),
    asConsole: open(as('tern_console'), 'console'),
  };
  return {
    ...own,
    url,
    apiUrl: as('tern_api'),
    workerUrl: as('tern_worker'),
    consoleUrl: as('tern_console'),
    drop: async () => {
      await Promise.all(Object.values(own).map((database) => database.close()));
      await dropDatabase(clusterUrl, name);
    },
  };
}

async function dropDatabase(clusterUrl: string, name: string): Promise<void> {
  await withClient(clusterUrl, async (client) => {
    const leaks = await openConnections(client, name);
    await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
    if (leaks.length > 0) throw new Error(`Database connections left open by the test: ${leaks.join(', ')}`);
  });
}

/** Every fiftieth of a second, for six: a busy machine may take its time to end a process. */
const pollsMax = 300;

/** Who is still connected. Waits first: a server process ends a little after its client has said goodbye. */
async function openConnections(client: pg.Client, name: string): Promise<readonly string[]> {
  for (let poll = 1; ; poll += 1) {
    const { rows } = await client.query<{ application_name: string }>(
      "SELECT application_name FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'",
      [name],
    );
    if (rows.length === 0 || poll === pollsMax) return rows.map((row) => row.application_name);
    await client.query('SELECT pg_sleep(0.02)');
  }
}
