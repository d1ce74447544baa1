import type { DbReader } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { medianPrice } from './agree-on-price.ts';
import { listLatestPrices, type SourceRow } from './price-store.ts';
import type { Price } from './price.ts';

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
  if (fresh.length < 2) return priceOf(youngest);
  const median = medianPrice(fresh.map(({ ratio }) => ratio));
  const shown = fresh.find(({ ratio }) => ratio === median) ?? youngest;
  return { ...priceOf(shown), ratio: median };
}

function priceOf({ assetId, ratio, decimalText, source, at, stale }: SourceRow): Price {
  return { assetId, ratio, decimalText, source, at, stale };
}
