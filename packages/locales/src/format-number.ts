import { chooseLocale } from './choose-locale.ts';
import { locales } from './locales.ts';

/**
 * A plain decimal, with all its decimals, as the language nearest to what a person prefers writes numbers; with Latin digits,
 * as the app has them (docs/decisions/0150). Exact: the digits never pass through a float.
 */
export function formatNumber(language: string | null, plain: string): string {
  const { id } = chooseLocale(language === null ? [] : [language], locales);
  const places = plain.split('.')[1]?.length ?? 0;
  const format = new Intl.NumberFormat(`${id}-u-nu-latn`, {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
  return format.format(plain as `${number}`);
}
