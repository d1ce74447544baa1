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
