import { type Ratio, ratio } from '@tern/money/ratio';
import type { PriceSource } from './price.ts';

export type OperatorPriceSettings = {
  /** USDT for one TRX. */
  readonly priceTrxUsdt: Ratio;
  /** USDT for one reward token. */
  readonly priceRewardUsdt: Ratio;
};

/** The prices the operator wrote into the settings. They hold as long as a process runs with them. USDT is the unit itself. */
export function operatorPrices(settings: OperatorPriceSettings): PriceSource {
  const quotes = [
    { assetId: 'usdt', price: ratio(1n, 1n), decimals: 6 },
    { assetId: 'trx', price: settings.priceTrxUsdt, decimals: 6 },
    { assetId: 'reward', price: settings.priceRewardUsdt, decimals: 18 },
  ] as const;
  return { name: 'operator', readQuotes: () => Promise.resolve(quotes) };
}
