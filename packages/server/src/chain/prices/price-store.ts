import type { DbReader, DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { sql } from 'kysely';
import { baseUnitRatio, priceSourceNames, type Price, type PriceSourceName } from './price.ts';

/** After so many silent minutes the price of a source is stale. */
export const staleAfterMinutes = 10;

type Row = {
  readonly asset_id: AssetId;
  readonly source: PriceSourceName;
  readonly price: string;
  readonly decimals: number;
  readonly confirmed_at: Date;
  readonly age_ms: number;
  readonly stale: boolean;
};

const sources: readonly string[] = priceSourceNames;

/** The newest price of one source. */
export type SourceRow = Omit<Price, 'sources' | 'source'> & {
  readonly source: PriceSourceName;
  /** How long ago it was confirmed, by database time. */
  readonly ageMs: number;
};

/** What each source of these assets said last, the youngest first. Staleness is judged by database time; USDT is the unit itself. */
export async function listLatestPrices(db: DbReader, assetIds: readonly AssetId[]): Promise<readonly SourceRow[]> {
  const { rows } = await sql<Row>`
    SELECT *, asset_id <> 'usdt' AND age_ms > ${staleAfterMinutes * 60_000} AS stale
      FROM (SELECT said.asset_id, said.source, trim_scale(said.price)::text AS price, said.decimals, said.confirmed_at,
                   (extract(epoch FROM clock_timestamp() - said.confirmed_at) * 1000)::float8 AS age_ms
              FROM unnest(${sources}::text[]) AS asked (source)
             CROSS JOIN unnest(${assetIds}::text[]) AS wanted (asset_id)
             CROSS JOIN LATERAL (SELECT * FROM prices
                                  WHERE prices.asset_id = wanted.asset_id AND prices.source = asked.source
                                  ORDER BY at DESC LIMIT 1) AS said) AS latest
     ORDER BY confirmed_at DESC, source`.execute(db);
  return rows.map((row) => ({
    assetId: row.asset_id,
    ratio: baseUnitRatio(row.price, row.decimals),
    decimalText: row.price,
    source: row.source,
    at: row.confirmed_at,
    ageMs: row.age_ms,
    stale: row.stale,
  }));
}

/**
 * Lowest and highest price of each source over the last minutes, with the one that held when they began, in USDT for one
 * whole coin.
 */
export async function listPriceRanges(
  db: DbReader,
  { assetId, minutes }: { readonly assetId: AssetId; readonly minutes: number },
): Promise<readonly { readonly lowest: string; readonly highest: string }[]> {
  const { rows } = await sql<{ lowest: string; highest: string }>`
    SELECT min(price)::text AS lowest, max(price)::text AS highest
      FROM prices WHERE asset_id = ${assetId} AND confirmed_at > now() - make_interval(mins => ${minutes})
     GROUP BY source`.execute(db);
  return rows;
}

/** Writes what a source says now: moves `confirmed_at` where the price is unchanged, adds a row where it moved. */
export async function storeQuote(
  tx: DbTx,
  quote: { assetId: AssetId; source: PriceSourceName; priceText: string; decimals: number },
): Promise<void> {
  const { assetId, source, priceText, decimals } = quote;
  const confirmed = await sql`
    UPDATE prices SET confirmed_at = clock_timestamp()
     WHERE asset_id = ${assetId} AND source = ${source} AND price = ${priceText}::numeric AND decimals = ${decimals}
       AND at = (SELECT max(at) FROM prices WHERE asset_id = ${assetId} AND source = ${source})`.execute(tx);
  if ((confirmed.numAffectedRows ?? 0n) > 0n) return;
  // Two workers may find the same change at once; both rows say the same then, and the next confirmation moves the later.
  await sql`
    INSERT INTO prices (asset_id, source, price, decimals) VALUES (${assetId}, ${source}, ${priceText}::numeric, ${decimals})
    ON CONFLICT DO NOTHING`.execute(tx);
}
