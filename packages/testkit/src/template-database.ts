import { createHash } from 'node:crypto';
import { migrate } from '@tern/db/migrate';
import { readMigrations } from '@tern/db/read-migrations';
import { roles, setRolePasswords, type Role } from '@tern/db/roles';
import pg from 'pg';

const buildLock = 7_310_925_542;

/** The name of the migrated database that test databases are copied from: another set of migrations, another name. */
export async function templateName(): Promise<string> {
  const hash = createHash('sha256');
  for (const migration of await readMigrations()) hash.update(migration.name).update(migration.sha256);
  return `tern_template_${hash.digest('hex').slice(0, 16)}`;
}

/** Makes the template on this cluster unless it is there. Several test runs may share a cluster. */
export async function ensureTemplate(clusterUrl: string): Promise<void> {
  const name = await templateName();
  await withClient(clusterUrl, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [buildLock]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 1) return;
    const unfinished = `${name}_unfinished`;
    await client.query(`DROP DATABASE IF EXISTS ${unfinished}`);
    await client.query(`CREATE DATABASE ${unfinished}`);
    const url = databaseUrl(clusterUrl, unfinished);
    await migrate({ url });
    await setRolePasswords({ url, passwords: testPasswords(clusterUrl) });
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`);
  });
}

/** The roles' passwords in tests: the same for every run on a cluster, so that runs do not lock each other out. */
export function testPasswords(clusterUrl: string): Readonly<Record<Role, string>> {
  const { password } = new URL(clusterUrl);
  const derive = (role: Role): string => createHash('sha256').update(`${role}:${password}`).digest('hex');
  return Object.fromEntries(roles.map((role) => [role, derive(role)])) as Record<Role, string>;
}

export function databaseUrl(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'testkit' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
