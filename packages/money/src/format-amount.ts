import type { Units } from './units.ts';

/** Base units as a plain decimal with a point: exact, no separators, no trailing zeros. `parseAmount` reads it back. */
export function formatAmount(value: Units, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** As `formatAmount`, but cut (never rounded up) to `places` decimals and padded to at least `minPlaces`. For display only. */
export function formatAmountFloor(value: Units, decimals: number, places: number, minPlaces = 0): string {
  const [whole = '0', fraction = ''] = formatAmount(value, decimals).split('.');
  const shown = fraction.slice(0, places).replace(/0+$/, '').padEnd(minPlaces, '0');
  return shown === '' ? whole : `${whole}.${shown}`;
}
