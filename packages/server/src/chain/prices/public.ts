export { compareRatios, type Agreement, type AgreementRules } from './agree-on-price.ts';
export { chainPrices, type ChainPricesDeps, type PricePair } from './chain-prices.ts';
export { findCurrencyPrices } from './find-currency-prices.ts';
export { findAgreedPrice, findPriceRange, type PriceRules } from './find-agreed-price.ts';
export { findPrice, findPrices } from './find-price.ts';
export { operatorPrices, type OperatorPriceSettings } from './operator-prices.ts';
export {
  amountReachingUsdt,
  amountWithinUsdt,
  kindOfSource,
  valueInUsdtCeil,
  wholeCoinRatio,
  type Price,
  type PriceSource,
  type PriceSourceName,
} from './price.ts';
export { equalMoments } from './equal-moments.ts';
export { readPriceSeries } from './read-price-series.ts';
export { readPricesAt } from './read-prices-at.ts';
export { readSpan } from './read-span.ts';
export { refreshPrices, type RefreshPricesDeps } from './refresh-prices.ts';
export { refreshRates } from './refresh-rates.ts';
export { renderPrice } from './render-price.ts';
export { tickerPrices, type Ticker, type TickerPricesDeps } from './ticker-prices.ts';
