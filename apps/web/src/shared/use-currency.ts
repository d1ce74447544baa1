import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { convertValue, valueDecimals } from './convert-value.ts';
import { formatUnits } from './format-amount.ts';
import { currenciesQuery, preferencesQuery } from './preference-queries.ts';
import { installationQuery } from './queries.ts';

const centPlaces = { places: 2, minPlaces: 2 };

/** The unit the person wants values in. Where it has no rate now, values stay in the installation's own unit and say so. */
export function useCurrency(): {
  readonly symbol: string;
  /** A value in USDT base units as text in this unit, two decimals, rounded down. */
  readonly format: (value: string) => string;
} {
  const { data: installation } = useSuspenseQuery(installationQuery);
  const wanted = useQuery(preferencesQuery).data?.currencyUnit ?? 'usdt';
  const { data } = useQuery({ ...currenciesQuery, enabled: wanted !== 'usdt' });
  const found = wanted === 'usdt' ? undefined : data?.currencies.find(({ unit }) => unit === wanted);
  const usdtPrice = found?.usdtPrice ?? null;
  if (found === undefined || usdtPrice === null) {
    return { symbol: installation.currencyUnit, format: (value) => formatUnits(value, valueDecimals, centPlaces) };
  }
  return {
    symbol: found.symbol,
    format: (value) => formatUnits(convertValue(value, usdtPrice), valueDecimals, centPlaces),
  };
}
