import type { DbReader } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { ratioFromDecimal } from '@tern/money/ratio';
import { medianPrice } from './agree-on-price.ts';
import { listLatestPrices, type SourceRow } from './price-store.ts';
import { decimalTextOf, kindOfSource, type Price } from './price.ts';

/**
 * The price of an asset: the median of what its sources confirmed lately, or the youngest price, marked stale. Sources that
 * differ do not stop what it is used for, sending one's own money: swaps ask `findAgreedPrice`. `undefined` while no
 * source has said anything.
 */
export async function findPrice(db: DbReader, assetId: AssetId): Promise<Price | undefined> {
  const rows = await listLatestPrices(db, assetId);
  const [youngest] = rows;
  if (youngest === undefined) return undefined;
  const fresh = rows.filter(({ stale }) => !stale);
  if (fresh.length < 2) return priceOf(youngest, [youngest]);
  const median = medianPrice(fresh.map(({ ratio }) => ratio));
  const shown = fresh.find(({ ratio }) => ratio === median) ?? youngest;
  const decimalText = decimalTextOf(medianPrice(fresh.map((row) => ratioFromDecimal(row.decimalText))));
  return { ...priceOf(shown, fresh), ratio: median, decimalText };
}

function priceOf({ assetId, ratio, decimalText, source, at, stale }: SourceRow, said: readonly SourceRow[]): Price {
  return {
    assetId,
    ratio,
    decimalText,
    source: kindOfSource(source),
    at,
    stale,
    sources: said.map((row) => ({ source: kindOfSource(row.source), at: row.at })),
  };
}
