import type { DbReader } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { invert, multiplyRatios, ratioFromDecimal, type Ratio } from '@tern/money/ratio';
import { agreeOnPrice, compareRatios, type Agreement, type AgreementRules } from './agree-on-price.ts';
import { listLatestPrices, listPriceRanges } from './price-store.ts';
import type { PriceRange, PriceSourceName } from './price.ts';

/** How far back the restlessness of a price is looked at. */
const rangeMinutes = 15;

/** Rules of each asset with a price. */
export type PriceRules = Readonly<Record<AssetId, AgreementRules>>;

/**
 * The price that enough sources agree on, in USDT base units for one base unit: what a swap is made at. Says why
 * where there is none.
 */
export async function findAgreedPrice(
  db: DbReader,
  rules: PriceRules,
  assetId: AssetId,
): Promise<Agreement<PriceSourceName>> {
  const rows = await listLatestPrices(db, [assetId]);
  // The unit itself has no source that could be late.
  const said = rows.map(({ source, ratio, ageMs }) => ({
    source,
    price: ratio,
    ageMs: assetId === 'usdt' ? 0 : ageMs,
  }));
  return agreeOnPrice(said, rules[assetId]);
}

/** Lowest and highest price of the last quarter of an hour: of the source that moved most. Undefined without any. */
export async function findPriceRange(db: DbReader, assetId: AssetId): Promise<PriceRange | undefined> {
  const ranges = (await listPriceRanges(db, { assetId, minutes: rangeMinutes })).map(({ lowest, highest }) => ({
    lowest: ratioFromDecimal(lowest),
    highest: ratioFromDecimal(highest),
  }));
  return ranges.toSorted((one, other) => compareRatios(widthOf(other), widthOf(one)))[0];
}

function widthOf({ lowest, highest }: PriceRange): Ratio {
  return multiplyRatios(highest, invert(lowest));
}
