import type { DbReader } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { unitsFromWire, unitsToWire, type Units } from '@tern/money/units';
import { sql } from 'kysely';

/** What the signer signs of an asset without asking operators, when it said so last. */
export type SignerLimit = {
  readonly assetId: AssetId;
  readonly perOrder: Units;
  readonly perDay: Units;
  readonly notedAt: Date;
};

/** None until a worker has met the signer. */
export async function selectSignerLimits(db: DbReader): Promise<readonly SignerLimit[]> {
  const { rows } = await sql<{ asset_id: AssetId; per_order: string; per_day: string; noted_at: Date }>`
    SELECT asset_id, per_order, per_day, noted_at FROM signer_limits`.execute(db);
  return rows.map((row) => ({
    assetId: row.asset_id,
    perOrder: unitsFromWire(row.per_order),
    perDay: unitsFromWire(row.per_day),
    notedAt: row.noted_at,
  }));
}

export async function upsertSignerLimit(db: DbReader, limit: Omit<SignerLimit, 'notedAt'>): Promise<void> {
  await sql`
    INSERT INTO signer_limits (asset_id, per_order, per_day)
    VALUES (${limit.assetId}, ${unitsToWire(limit.perOrder)}, ${unitsToWire(limit.perDay)})
    ON CONFLICT ON CONSTRAINT signer_limits_pkey DO UPDATE
      SET per_order = excluded.per_order, per_day = excluded.per_day, noted_at = clock_timestamp()`.execute(db);
}
