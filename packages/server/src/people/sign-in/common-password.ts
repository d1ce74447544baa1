import { readFileSync } from 'node:fs';
import { dictionary } from '@zxcvbn-ts/language-common';
import { estimateGuessBits, reveal, stems } from './guess-bits.ts';

const lengthMin = 8;

/** What a library knows of leaked passwords that a login password could be: from eight characters on. */
export const leakedPasswords: readonly string[] = dictionary['passwords-common'].filter(
  (password) => password.length >= lengthMin,
);

// Beside the leaked ones a list compiled by us, with short words that others are built on.
const knownPasswords: ReadonlySet<string> = new Set([
  ...readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== ''),
  ...leakedPasswords,
]);

/** 2^28 guesses: two common words, or one with three characters of somebody's own. */
const guessBitsMin = 28;

/**
 * Whether a guesser would try this early: a known or leaked password, one of them or a common word dressed up with any digits,
 * signs or look-alike characters, a short piece repeated, or whatever else takes fewer than 2^28 guesses to come to.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  return isDressed(lower) || isRepetition(lower) || estimateGuessBits(password) < guessBitsMin;
}

/** A known password or word, with or without what is put before and behind it to please a form. */
function isDressed(lower: string): boolean {
  const tail = /[\d\W_]*$/.exec(lower)?.[0] ?? '';
  const bodies = [lower, ...reveal(lower.slice(0, lower.length - tail.length))].map(undress);
  return [lower, ...bodies].some((body) => knownPasswords.has(body) || stems.has(body));
}

/** Drops digits and signs at both ends: `dragon2024!` → `dragon`. */
function undress(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

/** A piece of at most four characters over and over. */
function isRepetition(text: string): boolean {
  return /^(.{1,4}?)\1+.{0,3}$/su.test(text) && new Set(text).size <= 4;
}
