import pg from 'pg';
import { listLockedTables } from './locked-tables.ts';
import { inTransaction, lockWaitDefaultMs, patienceDefaultMs, patiently, type Patience } from './patiently.ts';
import type { Migration } from './read-migrations.ts';
import { onOneLine, splitStatements } from './split-statements.ts';

export type ApplyOptions = Patience & {
  /** Looks at what a migration has done in its transaction, before it is kept: for tests. */
  readonly inspect?: ((client: pg.Client, migration: Migration) => Promise<void>) | undefined;
};

/** Applies one migration in its own way and enters it in the list. Throws with its name and the line. */
export async function applyMigration(client: pg.Client, migration: Migration, options: ApplyOptions): Promise<void> {
  const { name, sql, way } = migration;
  let begin = 0;
  try {
    if (way === 'transaction') {
      await patiently(client, name, options, () => applyAtOnce(client, migration, options));
      return;
    }
    if (way === 'batches') await applyInBatches(client, migration, options);
    else {
      for (const { text, offset } of splitStatements(sql)) {
        begin = offset;
        await applyStatement(client, text);
      }
    }
    await enter(client, migration);
  } catch (error) {
    throw new Error(`${name} failed${lineOf(error, sql, begin)}: ${messageOf(error)}`, { cause: error });
  }
}

/** All of it or nothing. */
async function applyAtOnce(
  client: pg.Client,
  migration: Migration,
  { lockWaitMs = lockWaitDefaultMs, patienceMs = patienceDefaultMs, inspect }: ApplyOptions,
): Promise<void> {
  await inTransaction(client, async () => {
    await awaitMaintenance(client, migration, patienceMs);
    await client.query(`SET LOCAL lock_timeout = ${lockWaitMs}`);
    await client.query(migration.sql);
    await inspect?.(client, migration);
    await enter(client, migration);
  });
}

/**
 * Waits for a vacuum, or for an index that is being built, with a lock that reads and writes go past: a vacuum gives way after a
 * second, which is longer than anybody may be kept waiting. None can begin from then on.
 */
async function awaitMaintenance(client: pg.Client, { sql }: Migration, patienceMs: number): Promise<void> {
  await client.query(`SET LOCAL lock_timeout = ${patienceMs}`);
  for (const table of listLockedTables(sql)) {
    const { rows } = await client.query<{ isThere: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass($1) AND relkind IN ('r', 'p')) AS "isThere"`,
      [table],
    );
    if (rows[0]?.isThere === true) await client.query(`LOCK TABLE ${table} IN SHARE UPDATE EXCLUSIVE MODE`);
  }
}

const concurrentIndex = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS (\w+) ON (?:ONLY )?(?:(\w+)\.)?\w+/i;

/** By itself, with all the time it needs: it waits for others where nobody waits behind it. */
async function applyStatement(client: pg.Client, text: string): Promise<void> {
  const [, index, schema = 'public'] = concurrentIndex.exec(onOneLine(text)) ?? [];
  if (index !== undefined) {
    // What an attempt that was cut off has left is of no use to anybody, and would be taken for the index.
    const { rows } = await client.query('SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid', [
      `${schema}.${index}`,
    ]);
    if (rows.length > 0) await client.query(`DROP INDEX CONCURRENTLY ${schema}.${index}`);
  }
  await client.query('SET lock_timeout = 0');
  await client.query(text);
}

/** Again and again, each time in a transaction of its own, until it has nothing to do any more. */
async function applyInBatches(client: pg.Client, { name, sql }: Migration, options: ApplyOptions): Promise<void> {
  const { log, lockWaitMs = lockWaitDefaultMs } = options;
  let done = 0;
  for (let changed = 1; changed > 0; done += changed) {
    changed = await patiently(client, name, options, () =>
      inTransaction(client, async () => {
        await client.query(`SET LOCAL lock_timeout = ${lockWaitMs}`);
        return (await client.query(sql)).rowCount ?? 0;
      }),
    );
    if (changed > 0) log?.(`${name}: ${done + changed} rows`);
  }
}

async function enter(client: pg.Client, { name, sha256, contract }: Migration): Promise<void> {
  await client.query('INSERT INTO schema_migrations (name, sha256, contract) VALUES ($1, $2, $3)', [
    name,
    sha256,
    contract,
  ]);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** PostgreSQL counts characters; people look for lines. */
function lineOf(error: unknown, sql: string, begin: number): string {
  if (!(error instanceof pg.DatabaseError) || error.position === undefined) return '';
  return ` at line ${sql.slice(0, begin + Number(error.position)).split('\n').length}`;
}
