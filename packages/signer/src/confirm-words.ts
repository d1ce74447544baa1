import { rmSync } from 'node:fs';
import type { Clock } from '@tern/base/clock';
import { findSeedOfWords } from '@tern/vault/seed';
import { confirmFact } from './confirm-fact.ts';
import { facts } from './facts.ts';
import { readSeed, wordsPath, type SeedPlace } from './seed-file.ts';

/** Compares the words a person typed with the seed; where they agree, remembers it and deletes the words' file. */
export function confirmWords(place: SeedPlace, words: string, clock: Clock): boolean {
  const typed = findSeedOfWords(words);
  const seed = readSeed(place);
  const agree = typed !== undefined && Buffer.from(typed).equals(seed);
  seed.fill(0);
  typed?.fill(0);
  if (!agree) return false;
  confirmFact(place, facts.wordsConfirmed, clock);
  rmSync(wordsPath(place.directory), { force: true });
  return true;
}
