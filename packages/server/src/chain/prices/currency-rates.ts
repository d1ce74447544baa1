import { multiplyRatios, invert, ratioFromDecimal, type Ratio } from '@tern/money/ratio';
import { decimalTextOf } from './price.ts';

/** Rates of one day: units of each currency for one euro, as plain decimals. The euro itself is not in it. */
export type CurrencyRates = {
  /** As `2026-05-01`. */
  readonly day: string;
  readonly perEuro: ReadonlyMap<string, string>;
};

/** No day is without rates for longer than over Easter. */
export const ratesStaleAfterDays = 5;

/**
 * Reads the daily document of the European Central Bank: one `Cube` with the day, and in it one for each currency. Throws on
 * anything else, such as two days, a currency twice, a rate that is no plain decimal, or none of the dollar.
 */
export function parseDailyRates(xml: string): CurrencyRates {
  const days = [...xml.matchAll(/<Cube\s+time=(["'])(\d{4}-\d{2}-\d{2})\1\s*>/g)];
  const day = days[0]?.[2];
  if (day === undefined || days.length > 1 || Number.isNaN(Date.parse(day))) throw new Error('no rates of one day');
  const perEuro = new Map<string, string>();
  for (const [, , currency = '', , rate = ''] of xml.matchAll(
    /<Cube\s+currency=(["'])([^"']*)\1\s+rate=(["'])([^"']*)\3\s*\/>/g,
  )) {
    if (!/^[A-Z]{3}$/.test(currency) || perEuro.has(currency)) throw new Error(`rates of no or of two ${currency}`);
    if (!/^(0|[1-9]\d{0,8})(\.\d{1,10})?$/.test(rate) || !/[1-9]/.test(rate))
      throw new Error(`a rate that is no plain decimal: ${rate.slice(0, 40)}`);
    perEuro.set(currency, rate);
  }
  if (!perEuro.has('USD')) throw new Error('no rate of the dollar');
  return { day, perEuro };
}

/**
 * Every currency with its price in dollars: euro and dollar first, the others by their codes. One USDT is taken for one dollar,
 * which docs/prices.md says. Pure.
 */
export function dollarPrices({ perEuro }: CurrencyRates): readonly (readonly [currency: string, price: string])[] {
  const dollar = readRate(perEuro, 'USD');
  const others = [...perEuro.keys()].filter((currency) => currency !== 'USD').toSorted();
  return [
    ['EUR', decimalTextOf(dollar)],
    ...['USD', ...others].map((currency) => {
      const price = multiplyRatios(dollar, invert(readRate(perEuro, currency)));
      return [currency, decimalTextOf(price)] as const;
    }),
  ];
}

function readRate(perEuro: CurrencyRates['perEuro'], currency: string): Ratio {
  return ratioFromDecimal(perEuro.get(currency) ?? '');
}
