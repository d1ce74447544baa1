import type { DbReader } from '@tern/db/database';
import { assetIds, type AssetId } from '@tern/money/asset';
import { type Ratio, ratioFromDecimal } from '@tern/money/ratio';
import { sql } from 'kysely';
import { medianPrice } from './agree-on-price.ts';
import { staleAfterMinutes } from './price-store.ts';
import { decimalTextOf, priceSourceNames } from './price.ts';

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
  /** How far back, in hours. */
  readonly hours: number;
  /** Steps between the first moment and the last: one less than there are points. */
  readonly steps: number;
};

/** All but the unit itself. */
const pricedAssets = assetIds.filter((assetId) => assetId !== 'usdt');

type Row = { readonly asset_id: AssetId; readonly step: number; readonly price: string };

/**
 * What each asset but the unit itself cost at moments at equal steps, by database time: the median of what its sources had
 * said by then and not long before. Where none had, there is nothing: no gap is filled.
 */
export async function readPriceSeries(db: DbReader, { hours, steps }: PriceSeriesInput): Promise<PriceSeries> {
  const { rows: spans } = await sql<{ from: Date; until: Date }>`
    SELECT now() - make_interval(hours => ${hours}) AS "from", now() AS until`.execute(db);
  const { from, until } = spans[0] ?? { from: new Date(0), until: new Date(0) };
  const { rows } = await sql<Row>`
    SELECT asset.id AS asset_id, moment.step, trim_scale(said.price)::text AS price
      FROM (SELECT step, ${from}::timestamptz + make_interval(secs => ${hours * 3600}::float8 * step / ${steps}) AS at
              FROM generate_series(0, ${steps}::int) AS step) AS moment
     CROSS JOIN unnest(${pricedAssets}::text[]) AS asset (id)
     CROSS JOIN unnest(${priceSourceNames}::text[]) AS asked (source)
     CROSS JOIN LATERAL (SELECT price, confirmed_at FROM prices
                          WHERE asset_id = asset.id AND prices.source = asked.source AND prices.at <= moment.at
                          ORDER BY prices.at DESC LIMIT 1) AS said
     WHERE said.confirmed_at >= moment.at - make_interval(mins => ${staleAfterMinutes})`.execute(db);
  return {
    from,
    until,
    series: pricedAssets.map((assetId) => {
      const said = Map.groupBy(
        rows.filter((row) => row.asset_id === assetId),
        ({ step }) => step,
      );
      const points = Array.from({ length: steps + 1 }, (_, step) => medianOf(said.get(step) ?? []));
      return { assetId, points };
    }),
  };
}

function medianOf(rows: readonly Row[]): string | null {
  if (rows.length === 0) return null;
  const prices: readonly Ratio[] = rows.map(({ price }) => ratioFromDecimal(price));
  return decimalTextOf(medianPrice(prices));
}
