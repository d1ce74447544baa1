import { readFileSync } from 'node:fs';

/** Words that passwords are commonly built on: names, places, things people love. Compiled by us, not from a leak. */
export const stems: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-stems.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== ''),
);

const stemLengthMin = 3;
const stemLengthMax = Math.max(...[...stems].map((stem) => stem.length));
const stemBits = Math.log2(stems.size);

// Rows, columns and zigzags of the usual keyboards, the alphabet and the digits; also read backwards.
const walks = [
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl;',
  'qsdfghjklm',
  'zxcvbnm,./',
  'yxcvbnm',
  'йцукенгшщзхъ',
  'фывапролджэ',
  'ячсмитьбю',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.',
  'qazwsxedcrfvtgbyhnujmikolp',
  'zaq12wsxcde34rfvbgt56yhn',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1s2d3f4g5h6j7k8l9',
  'a1b2c3d4e5f6g7h8i9j0',
  '147258369',
  '159357',
  '741852963',
  '!@#$%^&*()',
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  '02468',
  '13579',
].flatMap((walk) => [walk, [...walk].toReversed().join('')]);
const walkLengthMin = 3;
const walkLengthMax = Math.max(...walks.map((walk) => walk.length));
const walkBits = Math.log2(walks.length) + 2;

const yearBits = 7;
const dateBits = 15;
// In which case, spelling or direction a word stands.
const twistBits = 1;

const disguises: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '+': 't',
  '€': 'e',
};

/**
 * How many guesses of somebody who knows how people make passwords lead to this one, as a power of two: the cheapest way to
 * put it together from common words, walks over the keyboard, dates, repetitions and, for the rest, single characters.
 */
export function estimateGuessBits(password: string): number {
  const text = [...password];
  const lower = [...password.toLowerCase()];
  // Lower case of a few scripts has another length; such a password is looked at as it stands.
  return Math.min(cheapest(lower.length === text.length ? lower : text, text), repeated(text));
}

/** The cheapest cut into pieces, found from the front. */
function cheapest(lower: readonly string[], text: readonly string[]): number {
  const best = [0, ...lower.map(() => Number.POSITIVE_INFINITY)];
  const longest = Math.max(stemLengthMax, walkLengthMax);
  for (let start = 0; start < lower.length; start += 1) {
    const before = best[start] ?? 0;
    for (let end = start + 1; end <= Math.min(lower.length, start + longest); end += 1) {
      const bits = before + pieceBits(lower.slice(start, end).join(''), text.slice(start, end).join(''));
      if (bits < (best[end] ?? 0)) best[end] = bits;
    }
  }
  return best.at(-1) ?? 0;
}

function pieceBits(lower: string, text: string): number {
  const length = [...lower].length;
  if (length === 1) return characterBits(lower) + (lower === text ? 0 : twistBits);
  const known = Math.min(wordBits(lower), isWalk(lower, length) ? walkBits : Number.POSITIVE_INFINITY, dayBits(lower));
  return known + (lower === text ? 0 : twistBits);
}

function characterBits(character: string): number {
  if (/^\d$/.test(character)) return Math.log2(10);
  if (/^[-_. ]$/.test(character)) return 2;
  return /^[a-z]$/.test(character) ? Math.log2(26) : 5;
}

function wordBits(lower: string): number {
  if (lower.length < stemLengthMin || lower.length > stemLengthMax) return Number.POSITIVE_INFINITY;
  if (stems.has(lower)) return stemBits;
  const twisted = [[...lower].toReversed().join(''), ...reveal(lower)];
  return twisted.some((word) => stems.has(word)) ? stemBits + twistBits : Number.POSITIVE_INFINITY;
}

/** Undoes look-alikes inside a word: `p@ssw0rd` → `password`. A one and an exclamation mark stand for either of two letters. */
export function reveal(text: string): readonly string[] {
  return ['i', 'l'].map((one) =>
    [...text]
      .map((character) => (character === '1' || character === '!' ? one : (disguises[character] ?? character)))
      .join(''),
  );
}

function isWalk(lower: string, length: number): boolean {
  if (length < walkLengthMin) return false;
  return /^(\S)\1+$/u.test(lower) || walks.some((walk) => walk.includes(lower));
}

/** Years of the last and this century, and dates of six or eight digits in any usual order, with or without signs between. */
function dayBits(text: string): number {
  if (/^(19|20)\d\d$/.test(text)) return yearBits;
  const date = /^(\d{2}|\d{4})([-./]?)(\d{2})\2(\d{2}|\d{4})$/.exec(text);
  if (date === null) return Number.POSITIVE_INFINITY;
  const [, first = '', , second = '', third = ''] = date;
  const isDay = (part: string): boolean => Number(part) >= 1 && Number(part) <= 31;
  const isYear = (part: string): boolean => part.length === 2 || /^(19|20)/.test(part);
  const isDayMonth = (a: string, b: string): boolean => isDay(a) && isDay(b) && Math.min(Number(a), Number(b)) <= 12;
  const isDate =
    (first.length === 2 && isDayMonth(first, second) && isYear(third)) ||
    (third.length === 2 && isDayMonth(second, third) && isYear(first));
  return isDate ? dateBits : Number.POSITIVE_INFINITY;
}

/** A piece over and over is worth little more than the piece. */
function repeated(text: readonly string[]): number {
  for (let size = 1; size <= text.length / 2; size += 1) {
    if (text.length % size === 0 && text.every((character, index) => character === text[index % size])) {
      return estimateGuessBits(text.slice(0, size).join('')) + Math.log2(text.length / size);
    }
  }
  return Number.POSITIVE_INFINITY;
}
