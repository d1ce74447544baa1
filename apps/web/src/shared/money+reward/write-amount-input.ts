import { formatLocale } from '../format-locale.ts';

/** A plain decimal as a person of this language would type it: their decimal mark, no grouping. */
export function writeAmountInput(plain: string, locale: string = formatLocale()): string {
  const format = new Intl.NumberFormat(locale, { useGrouping: false, numberingSystem: 'latn' });
  const mark = format.formatToParts(1.5).find((part) => part.type === 'decimal')?.value ?? '.';
  return plain.replace('.', mark);
}
