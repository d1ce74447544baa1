import { useQuery } from '@tanstack/react-query';
import type { AssetView } from '@tern/contracts/routes/installation';
import { valueOf } from './convert-value.ts';
import { currenciesQuery } from './preference-queries.ts';
import { useCurrency } from './use-currency.ts';

export type ShownWorth = {
  readonly text: string;
  /** When the price and the exchange rate are of, where they are too old. */
  readonly priceAt: string | undefined;
  readonly rateAt: string | undefined;
};

/**
 * What an amount of an asset, in base units, is worth now in the person's unit, with that unit. Nothing where the asset has no
 * price, is that unit itself, or where there is no amount.
 */
export function useWorth(asset: AssetView): (amount: string) => ShownWorth | undefined {
  const currency = useCurrency();
  const { data } = useQuery(currenciesQuery);
  const price = data?.currencies.find(({ unit }) => unit === asset.id);
  const usdtPrice = price?.usdtPrice ?? null;
  return (amount) =>
    usdtPrice === null || amount === '0' || asset.symbol === currency.symbol
      ? undefined
      : {
          text: `${currency.format(valueOf(amount, asset.decimals, usdtPrice))} ${currency.symbol}`,
          priceAt: price?.stale === true ? (price.at ?? undefined) : undefined,
          rateAt: currency.staleAt,
        };
}
