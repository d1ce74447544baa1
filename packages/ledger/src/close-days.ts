import type { DbTx } from '@tern/db/database';
import { sql } from 'kysely';

/**
 * Closes the days that are due: writes for each a root, a hash over all journals and entries of the day and the root
 * before, against which `verifyBooks` compares. A day is closed an hour after its end in UTC, when no database
 * transaction of it can still be open. Any number of workers may call it. It returns how many days it found due.
 *
 * @example
 * await closeDays(tx); // → 0
 */
export async function closeDays(tx: DbTx): Promise<number> {
  const { rows } = await sql<{ closed: number }>`SELECT ledger.close_days() AS closed`.execute(tx);
  return rows[0]?.closed ?? 0;
}
