import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { TestDatabase } from './database.ts';

/**
 * The plan that PostgreSQL keeps for a statement without knowing its values, as it does after a few calls. `without` are ways
 * that it may not take: tables of a test are often too small for an index to be worth it.
 */
export function planOf(
  { db }: Pick<TestDatabase, 'db'>,
  statement: RawBuilder<unknown>,
  { without = [] }: { readonly without?: readonly ('seqscan' | 'bitmapscan')[] } = {},
): Promise<string> {
  const { sql: text } = statement.compile(db.kysely);
  return db.kysely.transaction().execute(async (tx) => {
    for (const way of without) await sql.raw(`SET LOCAL enable_${way} = off`).execute(tx);
    const { rows } = await sql.raw<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN, COSTS OFF) ${text}`).execute(tx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}
