import { formatLocale } from './format-locale.ts';
import { findOwnFormats, type Unit } from './own-formats.ts';

type UnitFormat = { readonly unitDisplay: 'long' | 'short'; readonly places: number };

/** A number of a unit, for example `3 minutes` or `1.4 MB`. Times are long, sizes short: own formats have no others. */
export function formatUnit(value: number, unit: Unit, { unitDisplay, places }: UnitFormat): string {
  const own = findOwnFormats()?.units[unit];
  if (own === undefined) {
    const options = { style: 'unit', unit, unitDisplay, maximumFractionDigits: places } as const;
    return new Intl.NumberFormat(formatLocale(), options).format(value);
  }
  const number = new Intl.NumberFormat(formatLocale(), { maximumFractionDigits: places }).format(value);
  return own[value === 1 ? 0 : 1].replace('0', number);
}
