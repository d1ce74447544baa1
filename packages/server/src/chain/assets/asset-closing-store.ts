import type { DbReader, DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { sql } from 'kysely';

/**
 * A coin that operators close. Once it counts, the coin is neither swapped nor offered for top-ups. It never touches what
 * people hold: that is shown, what still arrives is credited, and all of it can be sent out.
 */
export type AssetClosing = {
  readonly from: Date;
  /** Whether it counts already. */
  readonly closed: boolean;
};

/** Every coin that is closed or will be; what is not there is open. */
export async function listAssetClosings(db: DbReader): Promise<ReadonlyMap<AssetId, AssetClosing>> {
  const { rows } = await sql<{ asset_id: AssetId; closes_at: Date; closed: boolean }>`
    SELECT asset_id, closes_at, closes_at <= clock_timestamp() AS closed FROM asset_closings
     WHERE opened_at IS NULL`.execute(db);
  return new Map(rows.map(({ asset_id: assetId, closes_at: from, closed }) => [assetId, { from, closed }]));
}

/** Closes a coin 24 hours from now. Returns from when on it counts; undefined where it is closed or closing already. */
export async function closeAsset(tx: DbTx, assetId: AssetId): Promise<Date | undefined> {
  const { rows } = await sql<{ closes_at: Date }>`
    INSERT INTO asset_closings (asset_id, decided_at, closes_at)
    VALUES (${assetId}, statement_timestamp(), statement_timestamp() + interval '24 hours')
    ON CONFLICT (asset_id) WHERE opened_at IS NULL DO NOTHING RETURNING closes_at`.execute(tx);
  return rows[0]?.closes_at;
}

/** Opens a coin at once, or takes its closing back before it counts. False where it is open. */
export async function openAsset(tx: DbTx, assetId: AssetId): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE asset_closings SET opened_at = statement_timestamp()
     WHERE asset_id = ${assetId} AND opened_at IS NULL`.execute(tx);
  return numAffectedRows === 1n;
}
