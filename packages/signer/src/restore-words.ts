import { findSeedOfWords } from '@tern/vault/seed';
import { writeSeedFile, type SeedPlace } from './seed-file.ts';

/** Rebuilds the sealed seed on an empty machine from its 24 words. `false` where they are not words of a seed. */
export function restoreWords(place: SeedPlace, words: string): boolean {
  const seed = findSeedOfWords(words);
  if (seed === undefined) return false;
  writeSeedFile(place, seed);
  seed.fill(0);
  return true;
}
