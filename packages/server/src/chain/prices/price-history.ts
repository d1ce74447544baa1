import type { DbReader } from '@tern/db/database';
import { assetIds, type AssetId } from '@tern/money/asset';
import { ratio, type Ratio } from '@tern/money/ratio';
import { sql } from 'kysely';
import { staleAfterMinutes } from './price-store.ts';
import { baseUnitRatio } from './price.ts';

export type PriceHistory = {
  readonly since: Date;
  readonly until: Date;
  /** What an asset cost at a moment: what a source had said by then and not long before. Undefined when none had. */
  readonly priceAt: (assetId: AssetId, at: Date) => Ratio | undefined;
};

type Row = {
  readonly asset_id: AssetId;
  readonly price: string;
  readonly decimals: number;
  readonly at: Date;
  readonly confirmed_at: Date;
};

/** The prices of the last hours, by database time. */
export async function readPriceHistory(db: DbReader, { hours }: { readonly hours: number }): Promise<PriceHistory> {
  const { rows: moments } = await sql<{ since: Date; until: Date }>`
    SELECT now() - make_interval(hours => ${hours}) AS since, now() AS until`.execute(db);
  const { since, until } = moments[0] ?? { since: new Date(0), until: new Date(0) };
  const { rows } = await sql<Row>`
    SELECT asset_id, trim_scale(price)::text AS price, decimals, at, confirmed_at FROM prices
     WHERE asset_id = ANY (${assetIds}::text[])
       AND confirmed_at >= now() - make_interval(hours => ${hours}, mins => ${staleAfterMinutes})
     ORDER BY at DESC`.execute(db);
  const freshMs = staleAfterMinutes * 60_000;
  return {
    since,
    until,
    priceAt: (assetId, at) => {
      // USDT is the currency unit itself.
      if (assetId === 'usdt') return ratio(1n, 1n);
      const said = rows.find(
        (row) =>
          row.asset_id === assetId &&
          row.at.getTime() <= at.getTime() + minuteMs &&
          row.confirmed_at.getTime() >= at.getTime() - freshMs,
      );
      return said && baseUnitRatio(said.price, said.decimals);
    },
  };
}

/** Moments are those of whole minutes. */
const minuteMs = 60_000;
