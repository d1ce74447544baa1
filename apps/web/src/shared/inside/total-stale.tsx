import type { OverviewView } from '@tern/contracts/routes/wallets';
import { useCurrency } from '../use-currency.ts';
import { StaleChip } from './stale-chip.tsx';

/** Marks a wallet's total: the oldest price past its limit of what is held, and the rate where that is. */
export function TotalStale({ balances }: Pick<OverviewView, 'balances'>) {
  const { staleAt } = useCurrency();
  const old = balances.flatMap(({ price, posted }) => (price?.stale === true && posted !== '0' ? [price.at] : []));
  return <StaleChip priceAt={old.toSorted()[0]} rateAt={staleAt} />;
}
