import { formatPrice } from '../../../shared/format-amount.ts';
import { useCurrency } from '../../../shared/use-currency.ts';
import { convertPrice } from './convert-price.ts';

/** Writes a price in USDT, a plain decimal, in the person's unit and with it. */
export function usePriceText(): (price: string) => string {
  const { symbol, usdtPrice } = useCurrency();
  return (price) => `${formatPrice(usdtPrice === undefined ? price : convertPrice(price, usdtPrice))} ${symbol}`;
}
