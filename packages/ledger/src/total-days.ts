import type { DbTx } from '@tern/db/database';
import { sql } from 'kysely';

/**
 * Keeps what moved on the closed days that have no totals yet, the oldest first. `readTrialBalance` and `listTotals` are
 * quick with them and right without. Any number of workers may call it. It returns how many days it added.
 *
 * @param limit Days at most in one call; the largest installations have a million transfers in one.
 * @example
 * await totalDays(tx, { limit: 10 }); // → 0
 */
export async function totalDays(tx: DbTx, { limit }: { readonly limit: number }): Promise<number> {
  const { rows } = await sql<{ added: number }>`SELECT ledger.total_days(${limit}) AS added`.execute(tx);
  return rows[0]?.added ?? 0;
}
