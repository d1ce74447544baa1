import type { Database } from '@tern/db/database';
import { sql } from 'kysely';

/**
 * Loads millions of rows into a table: its triggers and foreign keys look away, and its indexes, but those of its constraints,
 * are made when the rows are there. For a table of the bench that nobody else uses meanwhile; afterwards it is as it was.
 */
export async function loadTable(
  db: Database['kysely'],
  table: string,
  load: (tx: Database['kysely']) => Promise<unknown>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows: indexes } = await sql<{ name: string; definition: string }>`
      SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
        FROM pg_index i
       WHERE i.indrelid = ${table}::regclass
         AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid)`.execute(tx);
    for (const { name } of indexes) await sql.raw(`DROP INDEX ${name}`).execute(tx);
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`SET LOCAL maintenance_work_mem = '512MB'`.execute(tx);
    await load(tx);
    for (const { definition } of indexes) await sql.raw(definition).execute(tx);
  });
}
