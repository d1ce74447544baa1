import { randomFillSync } from 'node:crypto';
import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { assert } from '@tern/base/assert';

/**
 * Draws a new seed, the root of every key: 32 bytes from the random source of the operating system. Overwrite it with
 * zeros after use.
 *
 * @throws AssertionFault where the random source is broken and gives eight different bytes or fewer.
 * @example
 * const seed = createSeed();
 * seed.length; // → 32
 * findSeedOfWords(wordsOfSeed(seed)); // → seed
 */
export function createSeed(): Uint8Array {
  const seed = randomFillSync(new Uint8Array(32));
  // A broken random source shows as repetition long before it shows anywhere else.
  assert(new Set(seed).size > 8, 'the random source gives repeated bytes');
  return seed;
}

/**
 * Writes a seed as 24 English words of BIP-39, to be kept on paper. A string cannot be wiped from memory: show it once
 * and let it go.
 *
 * @throws AssertionFault unless the seed has 32 bytes.
 * @example
 * wordsOfSeed(new Uint8Array(32)); // → `${'abandon '.repeat(23)}art`
 * wordsOfSeed(new Uint8Array(16)); // throws AssertionFault('a seed has 32 bytes')
 */
export function wordsOfSeed(seed: Uint8Array): string {
  assert(seed.length === 32, 'a seed has 32 bytes');
  return entropyToMnemonic(seed, wordlist);
}

/**
 * Reads a seed back from its 24 English words of BIP-39. The answer is `undefined` where there are not 24 words, a word
 * is not on the list or the checksum is wrong. Upper case and extra spaces do not matter.
 *
 * @example
 * findSeedOfWords(`${'Abandon  '.repeat(23)}ART`); // → new Uint8Array(32)
 * findSeedOfWords(`${'abandon '.repeat(23)}abandon`); // → undefined
 * findSeedOfWords('abandon'); // → undefined
 */
export function findSeedOfWords(words: string): Uint8Array | undefined {
  const normal = words.normalize('NFKD').toLowerCase().split(/\s+/).filter(Boolean);
  if (normal.length !== 24) return undefined;
  try {
    return mnemonicToEntropy(normal.join(' '), wordlist);
  } catch {
    return undefined;
  }
}
