import { formatAmountFloor, formatAmountShown } from '@tern/money/format-amount';
import { unitsFromWire } from '@tern/money/units';
import { formatLocale } from './format-locale.ts';

type Sign = '+' | '−';

type Places = {
  /** Most decimals shown; the rest is cut off, never rounded up. */
  readonly places: number;
  /** Least decimals shown. */
  readonly minPlaces: number;
  /** `+` or `−` in front: what came in or went out. */
  readonly sign?: Sign;
};

/**
 * An amount in base units as the person's language writes numbers. Exact: the digits never pass through a float. Amounts of
 * assets go through `formatBalance`, `formatShort` or `exactAmount`, which have the same decimals everywhere.
 */
export function formatUnits(wire: string, decimals: number, { places, minPlaces, sign }: Places): string {
  return (sign ?? '') + formatDecimal(formatAmountFloor(unitsFromWire(wire), decimals, places, minPlaces));
}

/** A plain decimal such as a price, written as the person's language writes numbers, with the same decimals or more. */
export function formatDecimal(plain: string, minPlaces = 0): string {
  const places = Math.max(minPlaces, plain.split('.')[1]?.length ?? 0);
  const format = new Intl.NumberFormat(formatLocale(), {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
  // A decimal string is formatted exactly; the type library knows only literals.
  return format.format(plain as `${number}`);
}

/** An amount for lists and balances: two to six decimals, cut and never rounded up. */
export function formatBalance(wire: string, decimals: number, sign?: Sign): string {
  return (sign ?? '') + formatDecimal(formatAmountShown(unitsFromWire(wire), decimals));
}

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

const shortPlaces = 2;

/** An amount where it is one of several figures: two decimals, cut; all that `formatBalance` shows where those say nothing. */
export function formatShort(wire: string, decimals: number, sign?: Sign): string {
  const short = formatUnits(wire, decimals, {
    places: shortPlaces,
    minPlaces: shortPlaces,
    ...(sign === undefined ? {} : { sign }),
  });
  const cut = formatAmountFloor(unitsFromWire(wire), decimals, shortPlaces);
  return cut === '0' && wire !== '0' ? formatBalance(wire, decimals, sign) : short;
}
