import { transact } from '@tern/db/transact';
import type { AssetId } from '@tern/money/asset';
import type { TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { closeAsset } from '../asset-closing-store.ts';

/** For tests: closes a coin, and lets the notice pass. */
export async function closeAssetNow(
  { db, asWorker }: Pick<TestDatabase, 'db' | 'asWorker'>,
  assetId: AssetId,
): Promise<void> {
  await transact(asWorker, (tx) => closeAsset(tx, assetId));
  await sql`
    UPDATE asset_closings SET decided_at = decided_at - interval '25 hours', closes_at = closes_at - interval '25 hours'
     WHERE asset_id = ${assetId} AND opened_at IS NULL`.execute(db.kysely);
}
