import { formatLocale } from './format-locale.ts';

/** Parts per million as a percentage with up to four decimals. */
export function formatPartsPerMillion(parts: number): string {
  return new Intl.NumberFormat(formatLocale(), { style: 'percent', maximumFractionDigits: 4 }).format(
    parts / 1_000_000,
  );
}

/** The same as a change, with its sign and one decimal: `+3.9%`, `−1.2%`. */
export function formatSignedShare(parts: number): string {
  const percent = new Intl.NumberFormat(formatLocale(), {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: 'never',
  }).format(parts / 1_000_000);
  return `${parts === 0 ? '' : parts < 0 ? '−' : '+'}${percent}`;
}
