import { randomFillSync } from 'node:crypto';
import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { assert } from '@tern/base/assert';

/** 32 bytes from the operating system: the root of every key. Overwrite with zeros after use. */
export function createSeed(): Uint8Array {
  const seed = randomFillSync(new Uint8Array(32));
  // A broken random source shows as repetition long before it shows anywhere else.
  assert(new Set(seed).size > 8, 'the random source gives repeated bytes');
  return seed;
}

/** The 24 BIP-39 words of a seed. A string cannot be wiped from memory: show it once and let it go. */
export function wordsOfSeed(seed: Uint8Array): string {
  assert(seed.length === 32, 'a seed has 32 bytes');
  return entropyToMnemonic(seed, wordlist);
}

/** The seed behind 24 words, or `undefined` where a word or the checksum is wrong. Case and extra spaces do not matter. */
export function findSeedOfWords(words: string): Uint8Array | undefined {
  const normal = words.normalize('NFKD').toLowerCase().split(/\s+/).filter(Boolean);
  if (normal.length !== 24) return undefined;
  try {
    return mnemonicToEntropy(normal.join(' '), wordlist);
  } catch {
    return undefined;
  }
}
