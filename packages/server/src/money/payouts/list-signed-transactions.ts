import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';

/** Transactions that may be in a block already and are not concluded yet. */
export async function listSignedTransactions(db: DbReader): Promise<readonly string[]> {
  const { rows } = await sql<{ tx_id: string }>`
    SELECT tx_id FROM withdrawal_attempts WHERE state = 'signed'`.execute(db);
  return rows.map((row) => row.tx_id);
}
