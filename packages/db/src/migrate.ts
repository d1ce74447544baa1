import pg from 'pg';
import { readApplied, type Applied } from './read-applied.ts';
import { readMigrations, type Migration } from './read-migrations.ts';

export type MigrateOptions = {
  /** Connection string of the owner of the schema. */
  readonly url: string;
  /** Folder of `NNNN_name.sql` files; ours when absent. */
  readonly dir?: string;
  readonly log?: (line: string) => void;
};

// Any number will do; it only has to differ from other programs' advisory locks on the same database.
const migrationLock = 7_310_925_541;

/**
 * Brings the database to the newest schema and returns the names of the migrations applied. Forward only, each in its
 * own transaction. Several processes may call it at once; the first does the work.
 * Throws when an applied migration was changed, when the database knows one that this version does not, and when one that
 * is not applied yet has a lower number than one that is.
 */
export async function migrate(options: MigrateOptions): Promise<readonly string[]> {
  const migrations = await readMigrations(options.dir);
  const client = new pg.Client({ connectionString: options.url, application_name: 'migrate' });
  await client.connect();
  try {
    await takeTurn(client, options.log);
    const due = dueMigrations(migrations, (await readApplied(client)) ?? []);
    if (due.length > 0) await prepareList(client);
    for (const migration of due) {
      options.log?.(`applying ${migration.name}`);
      await apply(client, migration);
    }
    return due.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/**
 * The names of the migrations that `migrate` would apply, in order; changes nothing and waits for nobody.
 * Throws as `migrate` does.
 */
export async function planMigrations({ url, dir }: MigrateOptions): Promise<readonly Migration[]> {
  const migrations = await readMigrations(dir);
  const client = new pg.Client({ connectionString: url, application_name: 'migrate' });
  await client.connect();
  try {
    return dueMigrations(migrations, (await readApplied(client)) ?? []);
  } finally {
    await client.end();
  }
}

/** One at a time, on whichever machines. The lock ends with the connection. */
async function takeTurn(client: pg.Client, log: MigrateOptions['log']): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [migrationLock]);
  if (rows[0]?.taken === true) return;
  log?.('waiting for another migration of this database');
  await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
}

/** The list of what was applied, which releases before 2.2.0 made without its last column. */
async function prepareList(client: pg.Client): Promise<void> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS public.schema_migrations (
      name text CONSTRAINT schema_migrations_pkey PRIMARY KEY,
      sha256 text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`);
  await client.query(
    'ALTER TABLE public.schema_migrations ADD COLUMN IF NOT EXISTS contract boolean NOT NULL DEFAULT false',
  );
}

/** Which migrations are still to be applied. Throws when what was applied is not what this version knows. */
export function dueMigrations(migrations: readonly Migration[], applied: readonly Applied[]): readonly Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, sha256 } of applied) {
    const migration = known.get(name);
    if (migration === undefined) throw new Error(`The database is newer than this program: it has ${name}`);
    if (migration.sha256 !== sha256) throw new Error(`${name} was changed after it had been applied`);
  }
  const done = new Set(applied.map(({ name }) => name));
  const due = migrations.filter(({ name }) => !done.has(name));
  const newest = [...done].sort().at(-1) ?? '';
  const late = due.find(({ name }) => name < newest);
  // Elsewhere it would run before what this database has already: two databases of one version would differ.
  if (late !== undefined)
    throw new Error(`${late.name} is numbered below ${newest}, which the database already has: number it above`);
  return due;
}

async function apply(client: pg.Client, { name, sql, sha256, contract }: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(sql);
    await client.query('INSERT INTO schema_migrations (name, sha256, contract) VALUES ($1, $2, $3)', [
      name,
      sha256,
      contract,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`${name} failed${lineOf(error, sql)}: ${messageOf(error)}`, { cause: error });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** PostgreSQL counts characters; people look for lines. */
function lineOf(error: unknown, sql: string): string {
  if (!(error instanceof pg.DatabaseError) || error.position === undefined) return '';
  return ` at line ${sql.slice(0, Number(error.position)).split('\n').length}`;
}
