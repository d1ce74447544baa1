import { useQuery } from '@tanstack/react-query';
import type { AssetView } from '@tern/contracts/routes/installation';
import { valueOf } from './convert-value.ts';
import { currenciesQuery } from './preference-queries.ts';
import { useCurrency } from './use-currency.ts';

/**
 * What an amount of an asset, in base units, is worth now in the person's unit, with that unit. Nothing where the asset has no
 * price, is that unit itself, or where there is no amount.
 */
export function useWorth(asset: AssetView): (amount: string) => string | undefined {
  const currency = useCurrency();
  const { data } = useQuery(currenciesQuery);
  const usdtPrice = data?.currencies.find(({ unit }) => unit === asset.id)?.usdtPrice ?? null;
  return (amount) =>
    usdtPrice === null || amount === '0' || asset.symbol === currency.symbol
      ? undefined
      : `${currency.format(valueOf(amount, asset.decimals, usdtPrice))} ${currency.symbol}`;
}
