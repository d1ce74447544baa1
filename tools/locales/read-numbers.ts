/**
 * Numbers a text writes in digits, in ASCII digits without separators, each once: `24` of `24 hours` and of `٢٤ ساعة`.
 * Names of placeholders and of cases are none.
 */
export function readNumbers(text: string): ReadonlySet<string> {
  const words = text
    // Cases first: the brace of one is none of a placeholder.
    .replace(/=\d+\s*\{/g, ' ')
    .replace(/\{\s*\w+\s*(?:,\s*\w+\s*,)?/g, ' ')
    .replace(/<\/?\d+\/?>/g, ' ');
  const numbers = words.match(/\p{Nd}+(?:[.,\u00a0\u202f٫٬]\p{Nd}+)*/gu) ?? [];
  return new Set(numbers.map((number) => number.replace(/\P{Nd}/gu, '').replace(/./gu, asciiDigit)));
}

/** Digits of every script stand in a row of ten, which begins at a multiple of 16 or six after it. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const row = code & ~0xf;
  const zero = /\p{Nd}/u.test(String.fromCodePoint(row)) ? row : row + 6;
  return String(code - zero);
}
