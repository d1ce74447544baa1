import type { DbReader, DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { sql } from 'kysely';

/** A place on chain against its books, at one irreversible block. Base units. */
export type Sample = {
  readonly place: 'hot' | 'energy' | 'cold' | 'deposit';
  readonly assetId: AssetId;
  readonly books: bigint;
  readonly chain: bigint;
  /** Of `chain`: staked for energy, or unstaked and not released yet. */
  readonly staked: bigint;
  readonly block: { readonly number: number; readonly id: string };
};

/** Keeps a comparison as the newest of its place, and as the last of the day. */
export async function storeSample(tx: DbTx, { place, assetId, books, chain, staked, block }: Sample): Promise<void> {
  await sql`
    INSERT INTO reserve_samples (place, asset_id, books, chain, staked, block_number, block_id)
    VALUES (${place}, ${assetId}, ${books.toString()}, ${chain.toString()}, ${staked.toString()}, ${block.number},
            ${block.id})
    ON CONFLICT (place, asset_id) DO UPDATE SET books = excluded.books, chain = excluded.chain,
      staked = excluded.staked, block_number = excluded.block_number, block_id = excluded.block_id, at = clock_timestamp()`.execute(
    tx,
  );
  await sql`
    INSERT INTO reserve_days (day, place, asset_id, differing, books, chain, block_number)
    VALUES ((clock_timestamp() AT TIME ZONE 'UTC')::date, ${place}, ${assetId}, ${books === chain ? 0 : 1}::int,
            ${books.toString()}, ${chain.toString()}, ${block.number})
    ON CONFLICT (day, place, asset_id) DO UPDATE SET comparisons = reserve_days.comparisons + 1,
      differing = reserve_days.differing + excluded.differing, books = excluded.books, chain = excluded.chain,
      block_number = excluded.block_number, at = clock_timestamp()`.execute(tx);
}

/** The newest sample of every place and asset. */
export async function listSamples(db: DbReader): Promise<readonly (Sample & { readonly at: Date })[]> {
  const { rows } = await sql<{
    place: Sample['place'];
    asset_id: AssetId;
    books: string;
    chain: string;
    staked: string;
    block_number: string;
    block_id: string;
    at: Date;
  }>`SELECT * FROM reserve_samples ORDER BY asset_id, place`.execute(db);
  return rows.map((row) => ({
    place: row.place,
    assetId: row.asset_id,
    books: BigInt(row.books),
    chain: BigInt(row.chain),
    staked: BigInt(row.staked),
    block: { number: Number(row.block_number), id: row.block_id },
    at: row.at,
  }));
}
