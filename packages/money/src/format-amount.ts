import type { Units } from './units.ts';

/**
 * Writes an amount of base units as a plain decimal with a point. The text is exact, without thousands separators and
 * without trailing zeros, and `parseAmount` reads the same amount back from it.
 *
 * @param decimals Decimals of the asset, 0 to 18: 6 for TRX and USDT.
 * @example
 * formatAmount(units(1_500_000n), 6); // → '1.5'
 * formatAmount(units(1n), 18); // → '0.000000000000000001'
 * formatAmount(units(42n), 0); // → '42'
 */
export function formatAmount(value: Units, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/**
 * Writes an amount for display with at most `places` decimals. What does not fit is cut off, never rounded up, so
 * nobody is shown more than there is; zeros at the end are left out down to `minPlaces` decimals. The text may stand
 * for less than the amount: do not read it back.
 *
 * @param decimals Decimals of the asset, 0 to 18.
 * @param minPlaces Decimals that are always shown, 0 when absent; at most `places`.
 * @example
 * formatAmountFloor(units(1_999_999n), 6, 2); // → '1.99'
 * formatAmountFloor(units(1_000_000n), 6, 2); // → '1'
 * formatAmountFloor(units(1_000_000n), 6, 2, 2); // → '1.00'
 */
export function formatAmountFloor(value: Units, decimals: number, places: number, minPlaces = 0): string {
  const [whole = '0', fraction = ''] = formatAmount(value, decimals).split('.');
  const shown = fraction.slice(0, places).replace(/0+$/, '').padEnd(minPlaces, '0');
  return shown === '' ? whole : `${whole}.${shown}`;
}

/** Decimals of an amount that is shown: at least, and at most. */
const leastShown = 2;
const mostShown = 6;

/**
 * Writes an amount as people are shown it, in the app and in notifications: two to six decimals, cut off and never
 * rounded up. What is too small for six is written with all its digits, as "0.00" would be untrue.
 *
 * @param decimals Decimals of the asset, 0 to 18.
 * @example
 * formatAmountShown(units(12_500_000n), 6); // → '12.50'
 * formatAmountShown(units(1_234_567_890_000_000_000n), 18); // → '1.234567'
 * formatAmountShown(units(1n), 18); // → '0.000000000000000001'
 */
export function formatAmountShown(value: Units, decimals: number): string {
  const shown = formatAmountFloor(value, decimals, mostShown, leastShown);
  return value > 0n && Number(shown) === 0 ? formatAmount(value, decimals) : shown;
}
