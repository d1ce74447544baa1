import type { DbTx } from '@tern/db/database';
import { sql } from 'kysely';

/**
 * Counts the entries of all parts together for PostgreSQL's plans, once they have doubled. Returns 1 where it did, otherwise 0.
 * It waits for nobody, and keeps nobody from reading or posting.
 *
 * @example
 * await analyzeEntries(tx); // → 0
 */
export async function analyzeEntries(tx: DbTx): Promise<number> {
  const { rows } = await sql<{ analyzed: boolean }>`SELECT ledger.analyze_entries() AS analyzed`.execute(tx);
  return rows[0]?.analyzed === true ? 1 : 0;
}
