import { formatPrice } from '../../../shared/format-price.ts';
import { useCurrency } from '../../../shared/use-currency.ts';
import { convertPrice } from './convert-price.ts';

/** Reckons a price in USDT in the person's unit. Both are plain decimals. */
export function usePriceInUnit(): (price: string) => string {
  const { usdtPrice } = useCurrency();
  return (price) => (usdtPrice === undefined ? price : convertPrice(price, usdtPrice));
}

/** Writes a price in USDT, a plain decimal, in the person's unit and with it. */
export function usePriceText(): (price: string) => string {
  const { symbol } = useCurrency();
  const inUnit = usePriceInUnit();
  return (price) => `${formatPrice(inUnit(price))} ${symbol}`;
}
