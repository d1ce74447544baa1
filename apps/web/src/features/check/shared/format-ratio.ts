import { formatDecimal } from '../../../shared/format-amount.ts';
import { formatLocale } from '../../../shared/format-locale.ts';

/** Hundredths of a percent as a plain number with two decimals, for example `100.45`. */
export function formatHundredths(hundredths: bigint): string {
  return formatDecimal(plain(hundredths, 2), 2);
}

/** The same with the sign of a percentage, where the language has it: `100.45%`, `100,45 %`. */
export function formatRatio(hundredths: bigint): string {
  const format = new Intl.NumberFormat(formatLocale(), {
    style: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  // A decimal string is formatted exactly; the type library knows only literals.
  return format.format(plain(hundredths, 4) as `${number}`);
}

function plain(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
