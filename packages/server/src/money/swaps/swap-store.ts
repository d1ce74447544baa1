import { assert } from '@tern/base/assert';
import type { DistributionId, PersonId, QuoteId, RecordId, SwapId, WalletId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { ratio } from '@tern/money/ratio';
import { unitsFromWire, unitsToWire } from '@tern/money/units';
import { sql } from 'kysely';
import { ownRow, ownRows } from '../../platform/own-rows.ts';
import type { Quote, StoredQuote, Swap } from './swap.ts';

type QuoteRow = {
  readonly id: QuoteId;
  readonly person_id: PersonId;
  readonly wallet_id: WalletId;
  readonly asset_out: AssetId;
  readonly asset_in: AssetId;
  readonly amount_out: string;
  readonly amount_in: string;
  readonly fee: string;
  readonly mid_numerator: string;
  readonly mid_denominator: string;
  readonly spread_ppm: string;
  readonly impact_ppm: string;
  readonly swapper_share: string;
  readonly swapper_reward: string;
  readonly pool_share: string;
  readonly pool_reward: string;
  readonly terms_version: number | null;
  readonly expires_at: Date;
  readonly used: boolean;
  readonly expired: boolean;
  readonly judged_at: Date;
};

/** Keeps a quote; its end is counted by database time and comes back. */
export async function insertQuote(
  db: DbReader,
  quote: Omit<Quote, 'expiresAt'>,
  { lifetimeMs }: { readonly lifetimeMs: number },
): Promise<Date> {
  const { rows } = await sql<{ expires_at: Date }>`
    INSERT INTO swap_quotes (id, person_id, wallet_id, asset_out, asset_in, amount_out, amount_in, fee, mid_numerator,
      mid_denominator, spread_ppm, impact_ppm, swapper_share, swapper_reward, pool_share, pool_reward, terms_version,
      expires_at)
    VALUES (${quote.id}, ${quote.personId}, ${quote.walletId}, ${quote.assetOut}, ${quote.assetIn},
      ${unitsToWire(quote.amountOut)}, ${unitsToWire(quote.amountIn)}, ${unitsToWire(quote.fee)},
      ${String(quote.mid.numerator)}, ${String(quote.mid.denominator)}, ${String(quote.spreadPpm)},
      ${String(quote.impactPpm)}, ${unitsToWire(quote.swapperShare)}, ${unitsToWire(quote.swapperReward)},
      ${unitsToWire(quote.poolShare)}, ${unitsToWire(quote.poolReward)}, ${quote.termsVersion},
      clock_timestamp() + make_interval(secs => ${lifetimeMs / 1000}))
    RETURNING expires_at`.execute(db);
  const [row] = rows;
  assert(row !== undefined, 'an inserted quote comes back');
  return row.expires_at;
}

/** Whose confirmation of which quote. */
export type QuoteKey = { readonly personId: PersonId; readonly quoteId: QuoteId };

/** The quotes asked for, in their order, locked until the transaction ends; another person's does not exist for them. */
export async function lockQuotes(tx: DbTx, keys: readonly QuoteKey[]): Promise<readonly (StoredQuote | undefined)[]> {
  const { rows } = await sql<QuoteRow & { readonly place: string }>`
    SELECT asked.place, q.*, q.used_at IS NOT NULL AS used, q.expires_at <= moment.at AS expired, moment.at AS judged_at
      FROM (SELECT clock_timestamp() AS at OFFSET 0) moment CROSS JOIN unnest(${keys.map(({ quoteId }) => quoteId)}::uuid[], ${keys.map(({ personId }) => personId)}::uuid[])
        WITH ORDINALITY AS asked (id, person_id, place)
      JOIN swap_quotes q USING (id, person_id)
     ORDER BY q.id FOR UPDATE OF q`.execute(tx);
  const found = new Map(rows.map((row) => [Number(row.place), quoteFromRow(row)]));
  return keys.map((_key, at) => found.get(at + 1));
}

/**
 * Marks quotes used, once and for ever, at the moment they were judged at: what comes between may last beyond their end, and a
 * quote used after its end contradicts the books. Asserts that none was used: whoever uses one holds its person's row.
 */
export async function useQuotes(tx: DbTx, quotes: readonly Pick<StoredQuote, 'id' | 'judgedAt'>[]): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE swap_quotes q SET used_at = judged.at
      FROM unnest(${quotes.map(({ id }) => id)}::uuid[], ${quotes.map(({ judgedAt }) => judgedAt)}::timestamptz[]) AS judged (id, at)
     WHERE q.id = judged.id AND q.used_at IS NULL`.execute(tx);
  assert(numAffectedRows === BigInt(quotes.length), 'a quote was used while its person was locked');
}

/** Used quotes stay for ever: they are what was agreed to. */
export async function deleteStaleQuotes(db: DbReader, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM swap_quotes WHERE id IN (
      SELECT id FROM swap_quotes
       WHERE used_at IS NULL AND expires_at < clock_timestamp() - interval '1 day' LIMIT ${limit})
       AND used_at IS NULL`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Writes swaps with one statement. They come back in their order, each with the time it was written at. */
export async function insertSwaps(
  tx: DbTx,
  swaps: readonly Omit<Swap, 'createdAt' | 'rewarded'>[],
): Promise<readonly Swap[]> {
  const { rows } = await sql<{ id: SwapId; created_at: Date }>`
    INSERT INTO swaps (id, quote_id, person_id, wallet_id, asset_out, asset_in, amount_out, amount_in, fee,
      available_after, reward, journal_id, record_id)
    SELECT * FROM unnest(${swaps.map(({ id }) => id)}::uuid[], ${swaps.map(({ quoteId }) => quoteId)}::uuid[],
      ${swaps.map(({ personId }) => personId)}::uuid[], ${swaps.map(({ walletId }) => walletId)}::uuid[],
      ${swaps.map(({ assetOut }) => assetOut)}::text[], ${swaps.map(({ assetIn }) => assetIn)}::text[],
      ${swaps.map(({ amountOut }) => unitsToWire(amountOut))}::numeric[],
      ${swaps.map(({ amountIn }) => unitsToWire(amountIn))}::numeric[],
      ${swaps.map(({ fee }) => unitsToWire(fee))}::numeric[],
      ${swaps.map(({ availableAfter }) => unitsToWire(availableAfter))}::numeric[],
      ${swaps.map(({ reward }) => unitsToWire(reward))}::numeric[],
      ${swaps.map(({ journalId }) => journalId)}::bigint[], ${swaps.map(({ recordId }) => recordId)}::uuid[])
    RETURNING id, created_at`.execute(tx);
  const createdAt = new Map(rows.map((row) => [row.id, row.created_at]));
  return swaps.map((swap) => {
    const at = createdAt.get(swap.id);
    assert(at !== undefined, 'an inserted swap comes back');
    return { ...swap, rewarded: false, createdAt: at };
  });
}

type SwapRow = {
  readonly id: SwapId;
  readonly quote_id: QuoteId;
  readonly person_id: PersonId;
  readonly wallet_id: WalletId;
  readonly asset_out: AssetId;
  readonly asset_in: AssetId;
  readonly amount_out: string;
  readonly amount_in: string;
  readonly fee: string;
  readonly available_after: string;
  readonly reward: string;
  readonly distribution_id: string | null;
  readonly journal_id: string;
  readonly record_id: RecordId;
  readonly created_at: Date;
};

/** The person's own swap. */
export async function findSwap(db: DbReader, personId: PersonId, id: SwapId): Promise<Swap | undefined> {
  const { rows } = await sql<SwapRow>`SELECT * FROM ${ownRow('swaps', personId, id)}`.execute(db);
  return rows[0] === undefined ? undefined : swapFromRow(rows[0]);
}

/** Whether a person was promised a reward for a swap made at or after a moment. */
export async function hasOwedSwapSince(db: DbReader, personId: PersonId, since: Date): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ${ownRows('swaps', personId)} AND reward > 0 AND created_at >= ${since} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Whether a distribution still has to pay a reward of somebody's swaps. */
export async function hasOwedReward(db: DbReader, personId: PersonId): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ${ownRows('swaps', personId)} AND reward > 0 AND distribution_id IS NULL LIMIT 1`.execute(db);
  return rows.length > 0;
}

const noSwap = '00000000-0000-0000-0000-000000000000' as SwapId;

export type SwapFilter = {
  readonly status: 'all' | 'completed' | 'distributing';
  /** Given or taken. */
  readonly assetId?: AssetId | undefined;
};

/**
 * A person's swaps, newest first, those after `after` on the page before. Journals of one person are numbered in the order of
 * their swaps, which tells apart what was made within one millisecond.
 */
export async function selectSwaps(
  db: DbReader,
  {
    personId,
    status,
    assetId,
    after,
    limit,
  }: SwapFilter & {
    readonly personId: PersonId;
    readonly after?: SwapId | undefined;
    readonly limit: number;
  },
): Promise<readonly Swap[]> {
  const { rows } = await sql<SwapRow>`
    SELECT * FROM ${ownRows('swaps', personId)}
       AND (${status === 'all'} OR (reward > 0 AND distribution_id IS NULL) = ${status === 'distributing'})
       AND (${assetId ?? null}::text IS NULL OR ${assetId ?? null} IN (asset_out, asset_in))
       AND (${after === undefined} OR (created_at, journal_id) <
            (SELECT created_at, journal_id FROM ${ownRow('swaps', personId, after ?? noSwap)}))
     ORDER BY created_at DESC, journal_id DESC LIMIT ${limit}`.execute(db);
  return rows.map(swapFromRow);
}

/** The rewards of these wallets' swaps made before a moment are paid now, by this distribution. */
export async function markSwapsRewarded(
  tx: DbTx,
  {
    distributionId,
    walletIds,
    before,
  }: {
    readonly distributionId: DistributionId;
    readonly walletIds: readonly WalletId[];
    readonly before: Date;
  },
): Promise<void> {
  await sql`
    UPDATE swaps SET distribution_id = ${distributionId}
     WHERE wallet_id = ANY (${[...walletIds]}::uuid[]) AND reward > 0 AND distribution_id IS NULL
       AND created_at < ${before}`.execute(tx);
}

function quoteFromRow(row: QuoteRow): StoredQuote {
  return {
    id: row.id,
    personId: row.person_id,
    walletId: row.wallet_id,
    assetOut: row.asset_out,
    assetIn: row.asset_in,
    amountOut: unitsFromWire(row.amount_out),
    amountIn: unitsFromWire(row.amount_in),
    fee: unitsFromWire(row.fee),
    mid: ratio(BigInt(row.mid_numerator), BigInt(row.mid_denominator)),
    spreadPpm: BigInt(row.spread_ppm),
    impactPpm: BigInt(row.impact_ppm),
    swapperShare: unitsFromWire(row.swapper_share),
    swapperReward: unitsFromWire(row.swapper_reward),
    poolShare: unitsFromWire(row.pool_share),
    poolReward: unitsFromWire(row.pool_reward),
    termsVersion: row.terms_version,
    expiresAt: row.expires_at,
    used: row.used,
    expired: row.expired,
    judgedAt: row.judged_at,
  };
}

function swapFromRow(row: SwapRow): Swap {
  return {
    id: row.id,
    quoteId: row.quote_id,
    personId: row.person_id,
    walletId: row.wallet_id,
    assetOut: row.asset_out,
    assetIn: row.asset_in,
    amountOut: unitsFromWire(row.amount_out),
    amountIn: unitsFromWire(row.amount_in),
    fee: unitsFromWire(row.fee),
    availableAfter: unitsFromWire(row.available_after),
    reward: unitsFromWire(row.reward),
    rewarded: row.distribution_id !== null,
    journalId: row.journal_id,
    recordId: row.record_id,
    createdAt: row.created_at,
  };
}
