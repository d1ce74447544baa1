import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { applyMigration, type ApplyOptions } from './apply-migration.ts';
import { inTransaction, lockWaitDefaultMs, patiently } from './patiently.ts';
import { readApplied, type Applied } from './read-applied.ts';
import { isSame, readMigrations, type Migration } from './read-migrations.ts';

export type MigrateOptions = ApplyOptions & {
  /** Connection string of the owner of the schema. */
  readonly url: string;
  /** Folder of `NNNN_name.sql` files; ours when absent. */
  readonly dir?: string;
};

// Any number will do; it only has to differ from other programs' advisory locks on the same database.
const migrationLock = 7_310_925_541;
const turnEveryMs = 200;

/**
 * Brings the database to the newest schema and returns the names of the migrations applied. Forward only, each in its own way
 * (`Way`), and none keeps people waiting: it waits for locks a moment at a time. Several processes may call it at once; the
 * first does the work. A database that a later version was only adding to is left as it is.
 * Throws when an applied migration was changed, when a later version has taken something away that this one needs, and when
 * one that is not applied yet has a lower number than one that is.
 */
export async function migrate(options: MigrateOptions): Promise<readonly string[]> {
  const migrations = await readMigrations(options.dir);
  const client = new pg.Client({ connectionString: options.url, application_name: 'migrate' });
  await client.connect();
  try {
    await takeTurn(client, options.log);
    const due = dueMigrations(migrations, (await readApplied(client)) ?? []);
    if (due.length > 0) await prepareList(client, options);
    for (const migration of due) {
      options.log?.(`applying ${migration.name}`);
      await applyMigration(client, migration, options);
    }
    return due.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** What `migrate` would do: what the database has, and what would be applied, in order. */
export type MigrationPlan = { readonly applied: readonly Applied[]; readonly due: readonly Migration[] };

/** Changes nothing and waits for nobody. Throws as `migrate` does. */
export async function planMigrations({ url, dir }: MigrateOptions): Promise<MigrationPlan> {
  const migrations = await readMigrations(dir);
  const client = new pg.Client({ connectionString: url, application_name: 'migrate' });
  await client.connect();
  try {
    const applied = (await readApplied(client)) ?? [];
    return { applied, due: dueMigrations(migrations, applied) };
  } finally {
    await client.end();
  }
}

/**
 * One at a time, on whichever machines. The lock ends with the connection. It is asked for again and again: a statement that
 * waits for it would be one that an index built concurrently waits for, and neither would ever end.
 */
async function takeTurn(client: pg.Client, log: MigrateOptions['log']): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      migrationLock,
    ]);
    if (rows[0]?.taken === true) return;
    if (tries === 1) log?.('waiting for another migration of this database');
    await wait(turnEveryMs);
  }
}

/**
 * The list of what was applied, which releases before 2.2.0 made without its last column. Every process reads it to say whether
 * it is ready, so it is altered as carefully as a table of people's.
 */
async function prepareList(client: pg.Client, options: MigrateOptions): Promise<void> {
  await patiently(client, 'the list of migrations', options, () =>
    inTransaction(client, async () => {
      await client.query(`SET LOCAL lock_timeout = ${options.lockWaitMs ?? lockWaitDefaultMs}`);
      await client.query(`
        CREATE TABLE IF NOT EXISTS public.schema_migrations (
          name text CONSTRAINT schema_migrations_pkey PRIMARY KEY,
          sha256 text NOT NULL,
          applied_at timestamptz NOT NULL DEFAULT now()
        )`);
      await client.query(
        'ALTER TABLE public.schema_migrations ADD COLUMN IF NOT EXISTS contract boolean NOT NULL DEFAULT false',
      );
    }),
  );
}

/** Which migrations are still to be applied. Throws when what was applied is not what this version knows. */
export function dueMigrations(migrations: readonly Migration[], applied: readonly Applied[]): readonly Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  const done = new Set(applied.map(({ name }) => name));
  const due = migrations.filter(({ name }) => !done.has(name));
  for (const { name, sha256, contract } of applied) {
    const migration = known.get(name);
    // Whoever goes back to the version before finds what the later one has added.
    if (migration === undefined && (contract || due.length > 0))
      throw new Error(`The database is newer than this program: it has ${name}`);
    if (migration !== undefined && !isSame(migration, sha256))
      throw new Error(`${name} was changed after it had been applied`);
  }
  const newest = [...done].sort().at(-1) ?? '';
  const late = due.find(({ name }) => name < newest);
  // Elsewhere it would run before what this database has already: two databases of one version would differ.
  if (late !== undefined)
    throw new Error(`${late.name} is numbered below ${newest}, which the database already has: number it above`);
  return due;
}
