import { formatLocale } from './format-locale.ts';

/** Decimal and thousands mark of Arabic digits; apostrophes separate thousands in Switzerland. */
const marks: Readonly<Record<string, string>> = { '٫': '.', '٬': ',', '’': ',', "'": ',' };

/**
 * Turns what a person typed or pasted into the plain decimal the server reads: digits of any script become ASCII, the
 * language's decimal mark becomes a point, spaces go. What may be a separator of thousands becomes a comma, which no
 * amount may have: "1.250" means two amounts in Berlin and London, and a wallet refuses instead of guessing.
 */
export function readAmountInput(typed: string, locale: string = formatLocale()): string {
  const text = typed
    .normalize('NFKC')
    .replace(/[\s\u200e\u200f\u061c]/g, '')
    .replace(/\p{Nd}/gu, readDigit)
    .replace(/[٫٬’']/g, (mark) => marks[mark] ?? mark);
  const format = new Intl.NumberFormat(locale, { numberingSystem: 'latn' });
  if (format.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value !== ',') return text;
  if (text.includes(',')) return text.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ','));
  return /^[1-9]\d{0,2}(?:\.\d{3})+$/.test(text) ? text.replaceAll('.', ',') : text;
}

/** Decimal digits stand in rows of ten in Unicode, from zero on. */
function readDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}
