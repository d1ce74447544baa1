import type { DbReader, DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { unitsFromWire, unitsToWire, type Units } from '@tern/money/units';
import { sql } from 'kysely';
import { invalidCursor } from '../../platform/list-place.ts';

/** Something is missing: on chain against the books, or altogether against what is owed. */
export type Gap = {
  readonly assetId: AssetId;
  /** `hot`, `energy`, `cold`, `deposit <address>`, or `liabilities` for all places together. */
  readonly subject: string;
  readonly missing: Units;
  readonly blockNumber: number;
};

// Any number will do; it only has to differ from other locks.
const reservesLock = 7_310_925_550;

/** One after the other until the transaction ends: comparisons with the chain, and orders that book what is missing. */
export async function lockReserves(tx: DbTx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${reservesLock})`.execute(tx);
}

/** What is missing there by the last comparison; undefined where nothing is. */
export async function findMissing(
  db: DbReader,
  { assetId, subject }: Pick<Gap, 'assetId' | 'subject'>,
): Promise<Units | undefined> {
  const { rows } = await sql<{ missing: string }>`
    SELECT missing FROM reserve_gaps
     WHERE asset_id = ${assetId} AND subject = ${subject} AND closed_at IS NULL`.execute(db);
  return rows[0] && unitsFromWire(rows[0].missing);
}

/** Takes what was booked off what is missing; the gap closes where that was all. The next comparison tells what is true. */
export async function shrinkGap(
  tx: DbTx,
  { assetId, subject, booked }: Pick<Gap, 'assetId' | 'subject'> & { readonly booked: Units },
): Promise<void> {
  const amount = sql`${unitsToWire(booked)}::numeric`;
  await sql`
    UPDATE reserve_gaps SET missing = CASE WHEN missing > ${amount} THEN missing - ${amount} ELSE missing END,
      closed_at = CASE WHEN missing > ${amount} THEN NULL ELSE clock_timestamp() END
     WHERE asset_id = ${assetId} AND subject = ${subject} AND closed_at IS NULL`.execute(tx);
}

/** Opens a gap or brings an open one up to date. True where it is new. */
export async function openGap(tx: DbTx, { assetId, subject, missing, blockNumber }: Gap): Promise<boolean> {
  const { rows } = await sql<{ news: boolean }>`
    INSERT INTO reserve_gaps (asset_id, subject, missing, block_number)
    VALUES (${assetId}, ${subject}, ${unitsToWire(missing)}, ${blockNumber})
    ON CONFLICT (asset_id, subject) WHERE closed_at IS NULL
    DO UPDATE SET missing = excluded.missing, block_number = excluded.block_number
    RETURNING xmax = 0 AS news`.execute(tx);
  return rows[0]?.news === true;
}

/** Closes the gap where one is open. True where one was. */
export async function closeGap(tx: DbTx, { assetId, subject }: Pick<Gap, 'assetId' | 'subject'>): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE reserve_gaps SET closed_at = clock_timestamp()
     WHERE asset_id = ${assetId} AND subject = ${subject} AND closed_at IS NULL`.execute(tx);
  return numAffectedRows === 1n;
}

/** An open gap, with its place in the list, behind which the next page begins. */
export type OpenGap = Gap & { readonly since: Date; readonly place: string };

/**
 * What is missing, the oldest first: all of it, because what is missing is summed, unless a page is asked for. Throws
 * `INPUT_INVALID` for a place that is none.
 */
export async function listOpenGaps(
  db: DbReader,
  { after = '0', limit }: { readonly after?: string | undefined; readonly limit?: number } = {},
): Promise<readonly OpenGap[]> {
  if (!/^(0|[1-9]\d{0,17})$/.test(after)) throw invalidCursor();
  const { rows } = await sql<{
    id: string;
    asset_id: AssetId;
    subject: string;
    missing: string;
    block_number: string;
    opened_at: Date;
  }>`
    SELECT * FROM reserve_gaps WHERE closed_at IS NULL AND id > ${after}::bigint ORDER BY id LIMIT ${limit ?? null}::int`.execute(
    db,
  );
  return rows.map((row) => ({
    assetId: row.asset_id,
    subject: row.subject,
    missing: unitsFromWire(row.missing),
    blockNumber: Number(row.block_number),
    since: row.opened_at,
    place: row.id,
  }));
}

/**
 * Whether something of this asset is missing, so that its outgoing incentives pause: no bonus, no reward, no swap.
 * What people own leaves as before.
 */
export async function areIncentivesStopped(db: DbReader, assetId: AssetId): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM reserve_gaps WHERE asset_id = ${assetId} AND closed_at IS NULL LIMIT 1`.execute(db);
  return rows.length > 0;
}
