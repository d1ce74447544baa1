import type { OverviewView } from '@tern/contracts/routes/wallets';
import { useCurrency } from '../use-currency.ts';

/** What of a wallet's total is past its limit: the oldest price of what is held, and the rate. */
export function useOldParts({ balances }: Pick<OverviewView, 'balances'>): {
  readonly priceAt: string | undefined;
  readonly rateAt: string | undefined;
} {
  const { staleAt } = useCurrency();
  const old = balances.flatMap(({ price, posted }) => (price?.stale === true && posted !== '0' ? [price.at] : []));
  return { priceAt: old.toSorted()[0], rateAt: staleAt };
}
