import type { DbReader } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { sql } from 'kysely';
import { equalMoments } from './equal-moments.ts';
import { pricedAssets, readPricesAt } from './read-prices-at.ts';

export type PriceSeries = {
  readonly from: Date;
  readonly until: Date;
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
  const { rows: spans } = await sql<{ from: Date; until: Date }>`
    SELECT greatest(now() - make_interval(hours => ${hours ?? null}::int), least(first.at, now())) AS "from", now() AS until
      FROM (SELECT date_trunc('milliseconds', interval '999 microseconds'
                     + min((SELECT min(at) FROM prices WHERE asset_id = asset.id))) AS at
              FROM unnest(${pricedAssets}::text[]) AS asset (id)) AS first`.execute(db);
  const span = spans[0] ?? { from: new Date(0), until: new Date(0) };
  const pricesAt = await readPricesAt(db, equalMoments(span, steps));
  return {
    ...span,
    series: pricedAssets.map((assetId) => ({
      assetId,
      points: pricesAt(assetId).map((price) => price?.decimalText ?? null),
    })),
  };
}
