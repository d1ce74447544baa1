import { isPriceFixed } from '@tern/contracts/is-price-fixed';
import { problem } from '@tern/contracts/problem';
import type { DbReader } from '@tern/db/database';
import { assetIds, type Asset, type AssetId } from '@tern/money/asset';
import { invert, multiplyRatios, ratio, ratioFromDecimal, type Ratio } from '@tern/money/ratio';
import { findAgreedPrice, findCurrencyPrices, wholeCoinRatio, type PriceRules } from '../../chain/prices/public.ts';

export type UnitPriceDeps = {
  readonly priceRules: PriceRules;
  readonly assets: Readonly<Record<AssetId, Pick<Asset, 'decimals'>>>;
};

/** USDT for one whole coin, where enough sources agree on it now; undefined otherwise. Of USDT itself always one. */
export async function readCoinPrice(
  db: DbReader,
  { priceRules, assets }: UnitPriceDeps,
  assetId: AssetId,
): Promise<Ratio | undefined> {
  if (assetId === 'usdt') return ratio(1n, 1n);
  const agreement = await findAgreedPrice(db, priceRules, assetId);
  if (agreement.outcome === 'stopped') return undefined;
  return wholeCoinRatio(agreement.price, assets[assetId].decimals);
}

/**
 * What one whole coin costs in each other currency unit, exactly, by what is remembered now: nothing at all without a fresh price
 * of the coin, and nothing in a unit without a fresh rate.
 */
export async function readUnitPrices(
  db: DbReader,
  deps: UnitPriceDeps,
  assetId: AssetId,
): Promise<ReadonlyMap<string, Ratio>> {
  const coin = await readCoinPrice(db, deps, assetId);
  if (coin === undefined) return new Map();
  const prices = new Map<string, Ratio>();
  for (const unit of assetIds.filter((id) => id !== assetId)) {
    const rate = await readCoinPrice(db, deps, unit);
    if (rate !== undefined) prices.set(unit, multiplyRatios(coin, invert(rate)));
  }
  for (const { currency, dollars, stale } of await findCurrencyPrices(db)) {
    if (!stale) prices.set(currency.toLowerCase(), multiplyRatios(coin, invert(ratioFromDecimal(dollars))));
  }
  return prices;
}

/** The price of one whole coin in a unit. Throws `CURRENCY_UNKNOWN`, `ALERT_PRICE_FIXED`, `ALERT_PRICE_UNKNOWN`. */
export async function getUnitPrice(
  db: DbReader,
  deps: UnitPriceDeps,
  { assetId, unit }: { readonly assetId: AssetId; readonly unit: string },
): Promise<Ratio> {
  if (isPriceFixed(assetId, unit)) throw problem('ALERT_PRICE_FIXED');
  const price = (await readUnitPrices(db, deps, assetId)).get(unit);
  if (price !== undefined) return price;
  const currencies = (await findCurrencyPrices(db)).map(({ currency }) => currency.toLowerCase());
  throw problem([...assetIds, ...currencies].includes(unit) ? 'ALERT_PRICE_UNKNOWN' : 'CURRENCY_UNKNOWN');
}
