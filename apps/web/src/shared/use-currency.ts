import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { convertValue, valueDecimals } from './convert-value.ts';
import { formatUnits } from './format-amount.ts';
import { currenciesQuery, preferencesQuery } from './preference-queries.ts';
import { installationQuery } from './queries.ts';

const centPlaces = { places: 2, minPlaces: 2 };

/** The unit the person wants values in. Where it has no rate now, values stay in the installation's own unit and say so. */
export function useCurrency(): {
  readonly symbol: string;
  /** Its short name, as requests name it. */
  readonly unit: string;
  /** A value in USDT base units as text in this unit, two decimals, rounded down. */
  readonly format: (value: string) => string;
  /** A value in USDT base units as one in this unit, with as many decimals, rounded down. */
  readonly convert: (value: string) => string;
  /** USDT for one of this unit, a plain decimal; undefined where the unit is USDT itself. */
  readonly usdtPrice: string | undefined;
  /** When the rate was read that everything in this unit depends on, where that is too long ago. */
  readonly staleAt: string | undefined;
} {
  const { data: installation } = useSuspenseQuery(installationQuery);
  const wanted = useQuery(preferencesQuery).data?.currencyUnit ?? 'usdt';
  const { data } = useQuery({ ...currenciesQuery, enabled: wanted !== 'usdt' });
  const found = wanted === 'usdt' ? undefined : data?.currencies.find(({ unit }) => unit === wanted);
  const usdtPrice = found?.usdtPrice ?? null;
  const isOwn = found === undefined || usdtPrice === null;
  const convert = (value: string) => (isOwn ? value : convertValue(value, usdtPrice));
  return {
    symbol: isOwn ? installation.currencyUnit : found.symbol,
    unit: isOwn ? 'usdt' : wanted,
    format: (value) => formatUnits(convert(value), valueDecimals, centPlaces),
    convert,
    usdtPrice: isOwn ? undefined : usdtPrice,
    staleAt: isOwn || !found.stale ? undefined : (found.at ?? undefined),
  };
}
