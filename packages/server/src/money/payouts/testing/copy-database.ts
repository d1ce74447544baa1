import type { Database } from '@tern/db/database';
import { sql } from 'kysely';

/** Has a fresh database of the same schema hold what another one holds now: that database as a backup of this moment has it. */
export async function copyDatabase(from: Database, to: Database): Promise<void> {
  const { rows: tables } = await sql<{ name: string; columns: string }>`
    SELECT c.oid::regclass::text AS name,
      (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
      FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace::regnamespace::text IN ('public', 'ledger')`.execute(
    from.kysely,
  );
  const { rows: sequences } = await sql<{ name: string; value: string }>`
    SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::text AS value FROM pg_sequences
     WHERE last_value IS NOT NULL`.execute(from.kysely);
  await to.kysely.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    for (const { name, columns } of tables) {
      const table = sql.raw(name);
      const { rows } = await sql<{ all: string }>`
        SELECT coalesce(jsonb_agg(to_jsonb(t)), '[]')::text AS all FROM ONLY ${table} t`.execute(from.kysely);
      await sql`DELETE FROM ONLY ${table}`.execute(tx);
      await sql`
        INSERT INTO ${table} (${sql.raw(columns)}) OVERRIDING SYSTEM VALUE
        SELECT ${sql.raw(columns)} FROM jsonb_populate_recordset(NULL::${table}, ${rows[0]?.all ?? '[]'}::jsonb)`.execute(
        tx,
      );
    }
    for (const { name, value } of sequences) await sql`SELECT setval(${name}::regclass, ${value}::bigint)`.execute(tx);
  });
}
