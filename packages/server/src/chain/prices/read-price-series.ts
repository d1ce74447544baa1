import type { DbReader } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { sql } from 'kysely';
import { equalMoments } from './equal-moments.ts';
import { pricedAssets, readPricesAt } from './read-prices-at.ts';
import { readSpan, type Span } from './read-span.ts';

export type PriceSeries = Span & {
  readonly series: readonly {
    readonly assetId: AssetId;
    /** Plain decimals in USDT for one whole coin, at equal steps from the first moment to the last; null in a gap. */
    readonly points: readonly (string | null)[];
  }[];
};

export type PriceSeriesInput = {
  /** How far back, in hours; to the first price where it is undefined, and never further. */
  readonly hours: number | undefined;
  /** Steps between the first moment and the last: one less than there are points. */
  readonly steps: number;
};

/**
 * What each asset but the unit itself cost at moments at equal steps, by database time. It begins with the first price that
 * was ever said, where the range reaches further back than that.
 */
export async function readPriceSeries(db: DbReader, { hours, steps }: PriceSeriesInput): Promise<PriceSeries> {
  const span = await readSpan(db, { hours, beganAt: await findFirstPriceAt(db) });
  const pricesAt = await readPricesAt(db, equalMoments(span, steps));
  return {
    ...span,
    series: pricedAssets.map((assetId) => ({
      assetId,
      points: pricesAt(assetId).map((price) => price?.decimalText ?? null),
    })),
  };
}

/** To the next whole millisecond, which is all that the caller's clock has: the price had been said by then. */
async function findFirstPriceAt(db: DbReader): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT date_trunc('milliseconds', interval '999 microseconds'
             + min((SELECT min(at) FROM prices WHERE asset_id = asset.id))) AS at
      FROM unnest(${pricedAssets}::text[]) AS asset (id)`.execute(db);
  return rows[0]?.at ?? undefined;
}
