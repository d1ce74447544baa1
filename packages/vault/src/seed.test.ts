import { expect, test } from 'vitest';
import { createSeed, findSeedOfWords, wordsOfSeed } from './seed.ts';

test('a seed is 24 words and back', () => {
  const seed = createSeed();
  const words = wordsOfSeed(seed);
  expect(words.split(' ')).toHaveLength(24);
  expect(findSeedOfWords(words)).toEqual(seed);
  expect(findSeedOfWords(`  ${words.toUpperCase().replaceAll(' ', '\n ')} `)).toEqual(seed);
});

test('the BIP-39 vector of 32 zero bytes', () => {
  expect(wordsOfSeed(new Uint8Array(32))).toBe(`${'abandon '.repeat(23)}art`);
});

test('words with a wrong checksum, an unknown word or another count are refused', () => {
  expect(findSeedOfWords(`${'abandon '.repeat(23)}abandon`)).toBeUndefined();
  expect(findSeedOfWords(`${'abandon '.repeat(23)}tron`)).toBeUndefined();
  expect(findSeedOfWords(`${'abandon '.repeat(11)}about`)).toBeUndefined();
  expect(findSeedOfWords('')).toBeUndefined();
});

test('K04 no two seeds are alike', () => {
  const seeds = Array.from({ length: 1_000 }, () => Buffer.from(createSeed()).toString('hex'));
  expect(new Set(seeds).size).toBe(1_000);
});
