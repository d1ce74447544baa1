import type { DbReader } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { sql } from 'kysely';

/** Transactions that may be in a block already and are not concluded yet, with what they pay. */
export async function listSignedTransactions(
  db: DbReader,
): Promise<readonly { readonly txId: string; readonly assetId: AssetId }[]> {
  const { rows } = await sql<{ txId: string; assetId: AssetId }>`
    SELECT a.tx_id AS "txId", w.asset_id AS "assetId"
      FROM withdrawal_attempts a JOIN withdrawals w ON w.id = a.withdrawal_id WHERE a.state = 'signed'`.execute(db);
  return rows;
}
