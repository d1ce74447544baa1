import { formatLocale } from '../../../shared/format-locale.ts';

/** Seconds as minutes and seconds, for example `4:59`. */
export function formatMinutes(seconds: number, locale: string = formatLocale()): string {
  const minutes = new Intl.NumberFormat(locale, { useGrouping: false });
  const rest = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 });
  return `${minutes.format(Math.floor(seconds / 60))}:${rest.format(seconds % 60)}`;
}
