import { assert } from '@tern/base/assert';
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
  return (await findPrices(db, [assetId])).get(assetId);
}

/** As `findPrice`, of several assets; one that no source has said anything about is absent. */
export async function findPrices(db: DbReader, assetIds: readonly AssetId[]): Promise<ReadonlyMap<AssetId, Price>> {
  const said = Map.groupBy(await listLatestPrices(db, assetIds), ({ assetId }) => assetId);
  return new Map([...said].map(([assetId, rows]) => [assetId, medianOf(rows)]));
}

/** The price that the newest words of an asset's sources give, the youngest of which comes first. */
function medianOf(rows: readonly SourceRow[]): Price {
  const [youngest] = rows;
  assert(youngest !== undefined, 'somebody said something about each asset');
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
