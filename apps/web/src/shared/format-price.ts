import { formatDecimal } from './format-amount.ts';

const pricePlaces = 4;

/**
 * A plain decimal as the price of one whole coin: to the nearest of four decimals, half up, whatever its digits are; only below a
 * hundredth as many as leave four digits that say something. A price that moves by its last digit keeps its length, and one
 * that moves around a round figure stays at it.
 */
export function formatPrice(plain: string): string {
  const places = countPricePlaces(plain);
  const digits = String(roundPrice(plain, places)).padStart(places + 1, '0');
  return formatDecimal(`${digits.slice(0, -places)}.${digits.slice(-places)}`);
}

/** A plain decimal in units of the last place that is shown of it, to the nearest, half up. */
export function roundPrice(plain: string, places: number): bigint {
  const [whole = '0', fraction = ''] = plain.split('.');
  const cut = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'));
  return (fraction[places] ?? '0') >= '5' ? cut + 1n : cut;
}

/** How many decimals `formatPrice` shows of a price. */
export function countPricePlaces(plain: string): number {
  const [whole = '0', fraction = ''] = plain.split('.');
  const zeros = fraction.search(/[^0]|$/);
  return whole === '0' && zeros >= 2 && zeros < fraction.length ? zeros + pricePlaces : pricePlaces;
}
