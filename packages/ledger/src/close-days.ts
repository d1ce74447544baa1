import type { DbTx } from '@tern/db/database';
import { sql } from 'kysely';

/**
 * Writes the daily roots that are due: a day is closed an hour after its end in UTC, when no transaction of it can
 * still be open. Returns how many days were closed.
 */
export async function closeDays(tx: DbTx): Promise<number> {
  const { rows } = await sql<{ closed: number }>`SELECT ledger.close_days() AS closed`.execute(tx);
  return rows[0]?.closed ?? 0;
}
