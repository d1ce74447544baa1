import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@tern/base/clock';
import { wordsOfSeed } from '@tern/vault/seed';
import { expect, onTestFinished, test } from 'vitest';
import { confirmFact } from './confirm-fact.ts';
import { confirmWords } from './confirm-words.ts';
import { createSeedAtTerminal, type Terminal } from './create-seed.ts';
import { facts } from './facts.ts';
import { openSignerDirectory } from './open-signer.ts';
import { openStore } from './open-store.ts';
import { restoreWords } from './restore-words.ts';
import { hasSeed, type SeedPlace } from './seed-file.ts';
import { contractSeed } from './testing/key-store-contract.ts';
import { readShownWords } from './testing/read-shown-words.ts';
import { cheap } from './testing/signer-fixture.ts';

function newPlace(): SeedPlace {
  const directory = mkdtempSync(join(tmpdir(), 'signer-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return { directory, passphrase: 'correct horse battery', cost: cheap };
}

/** A person at the terminal who copies what they see, and then types `answer` of each word. */
function person(answer: (word: string, tries: number) => string = (word) => word) {
  let screen: readonly string[] = [];
  let paper: readonly string[] = [];
  let shown = 0;
  let tries = 0;
  const terminal: Terminal = {
    show: (lines) => {
      screen = [...screen, ...lines];
      if (readShownWords(lines).length === 24) shown += 1;
    },
    clear: () => (screen = []),
    ask: (question) => {
      const number = /Word +(\d+):/.exec(question)?.[1];
      if (number === undefined) {
        paper = readShownWords(screen);
        return Promise.resolve('');
      }
      // Whoever looks over the shoulder now sees no word.
      expect(readShownWords(screen)).toEqual([]);
      tries = question.startsWith('Not') ? tries + 1 : 1;
      return Promise.resolve(answer(paper[Number(number) - 1] ?? '', tries));
    },
  };
  return { terminal, paper: () => paper, screen: () => screen, shown: () => shown };
}

function filesOf(directory: string): Buffer {
  return Buffer.concat(readdirSync(directory).map((name) => readFileSync(join(directory, name))));
}

test('K01 the words are shown once, confirmed, and never written to the disk; they restore the same addresses', async () => {
  const [place, other] = [newPlace(), newPlace()];
  const { terminal, paper, screen, shown } = person((word, tries) =>
    tries === 1 ? `${word}x` : ` ${word.toUpperCase()} `,
  );
  const hotAddress = await createSeedAtTerminal(place, terminal, systemClock);
  expect([shown(), screen()]).toEqual([1, []]);
  expect(readdirSync(place.directory).toSorted()).toEqual(['seed.sealed', 'signer.sqlite']);
  const bytes = filesOf(place.directory);
  // Three in a row: single ones are words of the store's own text too.
  for (let at = 0; at + 3 <= 24; at += 1) {
    for (const between of [' ', '\n', ','])
      expect(
        bytes.includes(
          paper()
            .slice(at, at + 3)
            .join(between),
        ),
      ).toBe(false);
  }
  // Words and outflows are no obstacle any more; the policy is the next one.
  expect(() => openSignerDirectory(place, 'production')).toThrow('set-limit');
  restoreWords(other, paper().join(' '));
  expect(() => openSignerDirectory(other, 'production')).toThrow('confirm-outflows');
  const restored = openSignerDirectory(place, 'test');
  expect(restored.keychain.addressAt({ purpose: 'hot', index: 0 })).toBe(hotAddress);
  restored.close();
});

test('K01 K10 words that were not written down belong to no seed', async () => {
  const place = newPlace();
  const { terminal, screen } = person((word) => (word.startsWith('a') ? word : 'zzz'));
  expect(await createSeedAtTerminal(place, terminal, systemClock)).toBeUndefined();
  expect([hasSeed(place.directory), screen()]).toEqual([false, []]);
  expect(() => openSignerDirectory(place, 'production')).toThrow('create-seed');
  expect(hasSeed(place.directory)).toBe(false);
  await createSeedAtTerminal(place, person().terminal, systemClock);
  await expect(createSeedAtTerminal(place, person().terminal, systemClock)).rejects.toThrow('already');
});

test('K10 a seed that could not be kept leaves nothing behind that the next seed would be believed for', async () => {
  const place = newPlace();
  const blocked = join(place.directory, 'seed.sealed.new');
  mkdirSync(blocked);
  await expect(createSeedAtTerminal(place, person().terminal, systemClock)).rejects.toThrow();
  rmSync(blocked, { recursive: true });
  const words = wordsOfSeed(contractSeed);
  restoreWords(place, words);
  // This seed was used elsewhere: its outflows are looked up, and its words confirmed, like those of any restored one.
  expect(() => openSignerDirectory(place, 'production')).toThrow('confirm-outflows');
  confirmFact(place, facts.outflowsConfirmed, systemClock);
  expect(() => openSignerDirectory(place, 'production')).toThrow('shown to hold the 24 recovery words');
});

test('K10 what a store remembers without a seed of its own is true of no seed', () => {
  const place = newPlace();
  const store = openStore(place.directory);
  for (const fact of [facts.seedMadeHere, facts.wordsConfirmed, facts.outflowsConfirmed]) store.setFact(fact, 'of old');
  store.close();
  const words = wordsOfSeed(contractSeed);
  restoreWords(place, words);
  expect(() => openSignerDirectory(place, 'production')).toThrow('confirm-outflows');
  expect(confirmWords(place, words, systemClock)).toBe(true);
  expect(() => openSignerDirectory(place, 'production')).toThrow('confirm-outflows');
  confirmFact(place, facts.outflowsConfirmed, systemClock);
  expect(() => openSignerDirectory(place, 'production')).toThrow('set-limit');
});

test('K10 what was confirmed of one seed is not taken for another', () => {
  const place = newPlace();
  restoreWords(place, wordsOfSeed(contractSeed));
  confirmFact(place, facts.outflowsConfirmed, systemClock);
  rmSync(join(place.directory, 'seed.sealed'));
  const other = wordsOfSeed(new Uint8Array(32).fill(9));
  restoreWords(place, other);
  expect(() => confirmWords(place, other, systemClock)).toThrow('the store belongs to');
  expect(() => openSignerDirectory(place, 'test')).toThrow('the store belongs to');
});
