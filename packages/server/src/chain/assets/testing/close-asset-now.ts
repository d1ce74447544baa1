import type { AssetId } from '@tern/money/asset';
import { carryOutChange } from '@tern/testkit/carry-out-change';
import type { TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { closeAsset } from '../asset-closing-store.ts';

/** For tests: closes a coin, and lets the notice pass. */
export async function closeAssetNow(database: Pick<TestDatabase, 'db' | 'asConsole'>, assetId: AssetId): Promise<void> {
  await carryOutChange(database, { kind: 'asset', assetId, open: false }, (tx) => closeAsset(tx, assetId));
  // As time does, which no trigger sees.
  await database.db.kysely.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`
      UPDATE asset_closings SET decided_at = decided_at - interval '25 hours', closes_at = closes_at - interval '25 hours'
       WHERE asset_id = ${assetId} AND opened_at IS NULL`.execute(tx);
  });
}
