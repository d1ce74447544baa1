import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';

/** Every row that names one of these ids, by table; but for what the account history of `asker` says of their own tries. */
export async function rowsNaming(db: DbReader, ids: readonly string[], asker: string): Promise<readonly object[]> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema IN ('public', 'ledger') AND table_type = 'BASE TABLE'`.execute(db);
  const each = tables.map(
    ({ name }) => sql`
      SELECT ${name}::text AS name, coalesce(string_agg(t::text, ' ' ORDER BY t::text), '') AS rows
        FROM ${sql.raw(name)} t
       WHERE t::text ~ ${ids.join('|')} AND (${name} <> 'public.security_events' OR t::text !~ ${asker})`,
  );
  const { rows } = await sql<{ name: string; rows: string }>`${sql.join(each, sql` UNION ALL `)} ORDER BY 1`.execute(
    db,
  );
  return rows.filter((table) => table.rows !== '');
}
