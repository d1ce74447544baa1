import { assert } from '@tern/base/assert';
import type { DistributionId, PersonId, QuoteId, RecordId, SwapId, WalletId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { ratio } from '@tern/money/ratio';
import { unitsFromWire, unitsToWire } from '@tern/money/units';
import { sql } from 'kysely';
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

/** The person's own quote, locked until the transaction ends; another person's does not exist for them. */
export async function lockQuote(tx: DbTx, personId: PersonId, id: QuoteId): Promise<StoredQuote | undefined> {
  const { rows } = await sql<QuoteRow>`
    SELECT *, used_at IS NOT NULL AS used, expires_at <= clock_timestamp() AS expired
      FROM swap_quotes WHERE id = ${id} AND person_id = ${personId} FOR UPDATE`.execute(tx);
  return rows[0] === undefined ? undefined : quoteFromRow(rows[0]);
}

export async function useQuote(tx: DbTx, id: QuoteId): Promise<void> {
  await sql`UPDATE swap_quotes SET used_at = clock_timestamp() WHERE id = ${id}`.execute(tx);
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

export async function insertSwap(tx: DbTx, swap: Omit<Swap, 'createdAt' | 'rewarded'>): Promise<Swap> {
  const { rows } = await sql<{ created_at: Date }>`
    INSERT INTO swaps (id, quote_id, person_id, wallet_id, asset_out, asset_in, amount_out, amount_in, fee,
      available_after, reward, journal_id, record_id)
    VALUES (${swap.id}, ${swap.quoteId}, ${swap.personId}, ${swap.walletId}, ${swap.assetOut}, ${swap.assetIn},
      ${unitsToWire(swap.amountOut)}, ${unitsToWire(swap.amountIn)}, ${unitsToWire(swap.fee)},
      ${unitsToWire(swap.availableAfter)}, ${unitsToWire(swap.reward)}, ${swap.journalId}, ${swap.recordId})
    RETURNING created_at`.execute(tx);
  const [row] = rows;
  assert(row !== undefined, 'an inserted swap comes back');
  return { ...swap, rewarded: false, createdAt: row.created_at };
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
  const { rows } = await sql<SwapRow>`SELECT * FROM swaps WHERE id = ${id} AND person_id = ${personId}`.execute(db);
  return rows[0] === undefined ? undefined : swapFromRow(rows[0]);
}

export type SwapFilter = {
  readonly status: 'all' | 'completed' | 'distributing';
  /** Given or taken. */
  readonly assetId?: AssetId | undefined;
};

/** A person's swaps, newest first, those after `after` on the page before. */
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
    SELECT * FROM swaps
     WHERE person_id = ${personId}
       AND (${status === 'all'} OR (reward > 0 AND distribution_id IS NULL) = ${status === 'distributing'})
       AND (${assetId ?? null}::text IS NULL OR ${assetId ?? null} IN (asset_out, asset_in))
       AND (${after ?? null}::uuid IS NULL OR (created_at, id) <
            (SELECT created_at, id FROM swaps WHERE id = ${after ?? null} AND person_id = ${personId}))
     ORDER BY created_at DESC, id DESC LIMIT ${limit}`.execute(db);
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
