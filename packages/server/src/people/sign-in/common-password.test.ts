import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isCommonPassword, leakedPasswords } from './common-password.ts';
import { estimateGuessBits, stems } from './guess-bits.ts';

const known = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const words = [...stems];
const letters = 'abcdefghijklmnopqrstuvwxyz';

/** The same numbers below `end` in every run. */
function numbersFrom(seed: number): (end: number) => number {
  let state = seed;
  return (end) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

/** Which part of 2,000 made passwords is refused. */
function refusedPart(make: (draw: (end: number) => number) => string): number {
  const draw = numbersFrom(7);
  return Array.from({ length: 2_000 }, () => make(draw)).filter(isCommonPassword).length / 2_000;
}

const pick = (from: string, count: number, draw: (end: number) => number): string =>
  Array.from({ length: count }, () => from[draw(from.length)]).join('');
const word = (draw: (end: number) => number): string => words[draw(words.length)] ?? '';

test('A13 900 known passwords, and 3,000 words in any dress, are refused', () => {
  expect(known.length).toBeGreaterThanOrEqual(900);
  expect(words.length).toBeGreaterThanOrEqual(3_000);
  expect(known.filter((password) => !isCommonPassword(password))).toEqual([]);
  expect(words.filter((stem) => !isCommonPassword(`${stem.charAt(0).toUpperCase()}${stem.slice(1)}2026!`))).toEqual([]);
});

test('A13 17,950 leaked passwords are refused, dressed up too', () => {
  expect(leakedPasswords.length).toBeGreaterThanOrEqual(17_950);
  expect(leakedPasswords.filter((password) => !isCommonPassword(password))).toEqual([]);
  const dressed = (password: string): string => `${password.charAt(0).toUpperCase()}${password.slice(1)}2026!`;
  const words = leakedPasswords.filter((password) => /^[a-z]+$/.test(password));
  expect(words.filter((password) => !isCommonPassword(dressed(password)))).toEqual([]);
});

test('A13 the model alone, without the list, refuses 93 of 100 passwords known from leaks', () => {
  const refused = known.filter((password) => estimateGuessBits(password) < 28).length;
  expect(refused / known.length).toBeGreaterThan(0.93);
});

test('A13 what a program or dice would make is let through', () => {
  expect(refusedPart((draw) => pick(letters + letters.toUpperCase() + '0123456789', 12, draw))).toBe(0);
  expect(refusedPart((draw) => `${word(draw)}-${word(draw)}-${word(draw)}`)).toBe(0);
  // Eight random letters may hold a word of five by chance.
  expect(refusedPart((draw) => pick(letters, 8, draw))).toBeLessThan(0.005);
});

test('A13 two words, words backwards, look-alikes, dates and eight digits are refused', () => {
  expect(refusedPart((draw) => word(draw) + word(draw))).toBe(1);
  expect(refusedPart((draw) => [...word(draw)].toReversed().join('') + pick('0123456789', 2, draw))).toBe(1);
  expect(refusedPart((draw) => `${word(draw)}${1950 + draw(70)}`)).toBe(1);
  expect(refusedPart((draw) => pick('0123456789', 8, draw))).toBe(1);
});

test.each([
  ['a password of 128 characters', 'ab1!'.repeat(31) + 'ab1?'],
  ['letters without a lower case of the same length', 'İstanbul-İzmir-λόγος'],
])('%s is measured', (_, password) => {
  expect(estimateGuessBits(password)).toBeGreaterThan(28);
});
