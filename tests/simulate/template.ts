import { roles } from '@tern/db/roles';
import { databaseUrl, ensureTemplate, templateName, withClient } from '@tern/testkit/template-database';
import { virtualizeDatabase } from './virtual-sql.ts';

/** Makes a database as the migrations make it, but by virtual time, for the simulator to copy. Returns its name. */
export async function makeVirtualTemplate(clusterUrl: string, name: string): Promise<void> {
  await ensureTemplate(clusterUrl);
  await copyDatabase(clusterUrl, { from: await templateName(), to: name });
  await withClient(databaseUrl(clusterUrl, name), virtualizeDatabase);
}

/** A copy of a database that nobody is connected to. */
export async function copyDatabase(
  clusterUrl: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await withClient(clusterUrl, async (client) => {
    await client.query(`CREATE DATABASE ${to} TEMPLATE ${from} STRATEGY file_copy`);
    // A copy takes over neither the rights on the database as a whole nor its settings.
    await client.query(`REVOKE ALL ON DATABASE ${to} FROM PUBLIC`);
    await client.query(`GRANT CONNECT ON DATABASE ${to} TO ${roles.join(', ')}`);
    // Who waits for each other finds out at once: the machine's second would be an eternity here.
    await client.query(`ALTER DATABASE ${to} SET deadlock_timeout = '10ms'`);
    await client.query(`ALTER DATABASE ${to} SET jit = off`);
  });
}

export async function dropDatabase(clusterUrl: string, name: string): Promise<void> {
  await withClient(clusterUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
}
