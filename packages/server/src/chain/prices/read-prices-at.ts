import type { DbReader } from '@tern/db/database';
import { assetIds, type AssetId } from '@tern/money/asset';
import { ratio, ratioFromDecimal, type Ratio } from '@tern/money/ratio';
import { sql } from 'kysely';
import { medianPrice } from './agree-on-price.ts';
import { staleAfterMinutes } from './price-store.ts';
import { baseUnitRatio, decimalTextOf, priceSourceNames } from './price.ts';

/** All but the unit itself. */
export const pricedAssets = assetIds.filter((assetId) => assetId !== 'usdt');

/** A price of the past. */
export type PriceThen = {
  /** USDT base units for one base unit of the asset, exact. */
  readonly ratio: Ratio;
  /** USDT for one whole coin, a plain decimal. */
  readonly decimalText: string;
};

/** What an asset cost at each of the moments asked for, in their order; undefined in a gap. */
export type PricesAt = (assetId: AssetId) => readonly (PriceThen | undefined)[];

type Row = { readonly asset_id: AssetId; readonly place: number; readonly price: string; readonly decimals: number };

/**
 * What assets cost at some moments: the median of what the sources had said by then and not long before. Where none had,
 * there is nothing: no gap is filled. The unit itself always costs one.
 */
export async function readPricesAt(db: DbReader, moments: readonly Date[]): Promise<PricesAt> {
  const { rows } = await sql<Row>`
    SELECT asset.id AS asset_id, moment.place::int AS place, trim_scale(said.price)::text AS price, said.decimals
      FROM unnest(${moments.map((at) => at.toISOString())}::timestamptz[]) WITH ORDINALITY AS moment (at, place)
     CROSS JOIN unnest(${pricedAssets}::text[]) AS asset (id)
     CROSS JOIN unnest(${priceSourceNames}::text[]) AS asked (source)
     CROSS JOIN LATERAL (SELECT price, decimals, confirmed_at FROM prices
                          WHERE asset_id = asset.id AND prices.source = asked.source AND prices.at <= moment.at
                          ORDER BY prices.at DESC LIMIT 1) AS said
     WHERE said.confirmed_at >= moment.at - make_interval(mins => ${staleAfterMinutes})`.execute(db);
  const said = Map.groupBy(rows, ({ asset_id, place }) => `${asset_id} ${place}`);
  return (assetId) =>
    moments.map((_, index) => {
      if (assetId === 'usdt') return unit;
      const prices = said.get(`${assetId} ${index + 1}`);
      return (
        prices && {
          ratio: medianPrice(prices.map(({ price, decimals }) => baseUnitRatio(price, decimals))),
          decimalText: decimalTextOf(medianPrice(prices.map(({ price }) => ratioFromDecimal(price)))),
        }
      );
    });
}

const unit: PriceThen = { ratio: ratio(1n, 1n), decimalText: '1' };
