import type { DbReader } from '@tern/db/database';
import { bundledRates } from './bundled-rates.ts';
import { dollarPrices, ratesStaleAfterDays } from './currency-rates.ts';
import { selectRates } from './rates-store.ts';

export type CurrencyPrice = {
  /** ISO 4217. */
  readonly currency: string;
  /** Plain decimal: dollars for one unit. */
  readonly dollars: string;
  /** Start of the day the rates are of. */
  readonly at: Date;
  readonly stale: boolean;
};

const dayMs = 86_400_000;

/** Every currency with a rate: the newest read, or else those bundled, which are old and say so. */
export async function findCurrencyPrices(db: DbReader): Promise<readonly CurrencyPrice[]> {
  const { rates = bundledRates, today } = await selectRates(db);
  const at = new Date(rates.day);
  const stale = Date.parse(today) - at.getTime() > ratesStaleAfterDays * dayMs;
  return dollarPrices(rates).map(([currency, dollars]) => ({ currency, dollars, at, stale }));
}
