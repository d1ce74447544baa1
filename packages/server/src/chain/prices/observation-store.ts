import type { DbReader, DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { sql } from 'kysely';
import type { PairObservation } from './pair-observation.ts';

/** An average reaches over at least this many irreversible blocks. */
const averagedBlocks = 20;
/** Observations older than this are of no use for an average. */
const keptMinutes = 60;

/** Keeps an observation, once per block, and forgets those of long ago. */
export async function storeObservation(tx: DbTx, assetId: AssetId, observation: PairObservation): Promise<void> {
  await sql`
    INSERT INTO pair_observations (asset_id, block_number, time_s, cumulative)
    VALUES (${assetId}, ${observation.blockNumber}, ${observation.timeS}, ${observation.cumulative.toString()})
    ON CONFLICT (asset_id, block_number) DO NOTHING`.execute(tx);
  await sql`
    DELETE FROM pair_observations
     WHERE asset_id = ${assetId} AND time_s < ${observation.timeS - keptMinutes * 60}`.execute(tx);
}

/** The youngest observation that lies the averaged blocks or more before this block; undefined in the first minute. */
export async function findObservationBefore(
  db: DbReader,
  { assetId, blockNumber }: { readonly assetId: AssetId; readonly blockNumber: number },
): Promise<PairObservation | undefined> {
  const { rows } = await sql<{ block_number: string; time_s: string; cumulative: string }>`
    SELECT block_number, time_s, cumulative FROM pair_observations
     WHERE asset_id = ${assetId} AND block_number <= ${blockNumber - averagedBlocks}
     ORDER BY block_number DESC LIMIT 1`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  return { blockNumber: Number(row.block_number), timeS: Number(row.time_s), cumulative: BigInt(row.cumulative) };
}
