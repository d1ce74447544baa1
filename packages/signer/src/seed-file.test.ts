import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@tern/base/clock';
import { expect, onTestFinished, test } from 'vitest';
import { confirmFact } from './confirm-fact.ts';
import { confirmWords } from './confirm-words.ts';
import { facts } from './facts.ts';
import { openSignerDirectory } from './open-signer.ts';
import { restoreWords } from './restore-words.ts';
import { resealSeedFile, wordsPath, type SeedPlace } from './seed-file.ts';
import { cheap } from './testing/signer-fixture.ts';

function newPlace(): SeedPlace {
  const directory = mkdtempSync(join(tmpdir(), 'signer-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return { directory, passphrase: 'correct horse battery', cost: cheap };
}

function hotAddressOf(place: SeedPlace): string {
  const signer = openSignerDirectory(place, 'test');
  const address = signer.keychain.addressAt({ purpose: 'hot', index: 0 });
  signer.close();
  return address;
}

test('the first start makes a seed and writes its words once, for the owner alone', () => {
  const place = newPlace();
  const address = hotAddressOf(place);
  expect(readFileSync(wordsPath(place.directory), 'utf8').trim().split(' ')).toHaveLength(24);
  expect(statSync(wordsPath(place.directory)).mode & 0o777).toBe(0o600);
  expect(statSync(join(place.directory, 'seed.sealed')).mode & 0o777).toBe(0o600);
  expect(statSync(join(place.directory, 'signer.sqlite')).mode & 0o777).toBe(0o600);
  expect(hotAddressOf(place)).toBe(address);
});

test('the folder holds neither seed nor words in plain once they are confirmed', () => {
  const place = newPlace();
  hotAddressOf(place);
  const words = readFileSync(wordsPath(place.directory), 'utf8');
  expect(confirmWords(place, words, systemClock)).toBe(true);
  expect(existsSync(wordsPath(place.directory))).toBe(false);
  for (const name of ['seed.sealed', 'signer.sqlite']) {
    const bytes = readFileSync(join(place.directory, name));
    expect(bytes.includes(words.trim().split(' ').slice(0, 3).join(' '))).toBe(false);
  }
});

test('production signs nothing until the words are confirmed', () => {
  const place = newPlace();
  // A production start makes no seed. This one has its words in a file, as starts before `create-seed` left it.
  expect(() => openSignerDirectory(place, 'production')).toThrow('create-seed');
  hotAddressOf(place);
  expect(() => openSignerDirectory(place, 'production')).toThrow('confirm-words');
  const words = readFileSync(wordsPath(place.directory), 'utf8');
  expect(confirmWords(place, words.replace(/^\w+/, 'zoo'), systemClock)).toBe(false);
  expect(() => openSignerDirectory(place, 'production')).toThrow('confirm-words');
  expect(confirmWords(place, words, systemClock)).toBe(true);
  expect(existsSync(wordsPath(place.directory))).toBe(false);
});

test('K10 the words rebuild the same addresses on an empty machine', () => {
  const [lost, fresh] = [newPlace(), newPlace()];
  const address = hotAddressOf(lost);
  const words = readFileSync(wordsPath(lost.directory), 'utf8');
  rmSync(lost.directory, { recursive: true });
  expect(restoreWords(fresh, 'abandon abandon')).toBe(false);
  expect(restoreWords(fresh, words)).toBe(true);
  expect(() => hotAddressOf(fresh)).toThrow('confirm-outflows');
  confirmFact(fresh, facts.outflowsConfirmed, systemClock);
  expect(hotAddressOf(fresh)).toBe(address);
  expect(() => restoreWords(fresh, words)).toThrow('already');
});

test('a seed whose store was lost signs nothing until its outflows are confirmed', () => {
  const place = newPlace();
  const address = hotAddressOf(place);
  rmSync(join(place.directory, 'signer.sqlite'));
  expect(() => hotAddressOf(place)).toThrow('restored or lost');
  expect(() => hotAddressOf(place)).toThrow('restored or lost');
  confirmFact(place, facts.outflowsConfirmed, systemClock);
  expect(hotAddressOf(place)).toBe(address);
});

test('K02 a changed seed file, another passphrase and mixed folders are refused', () => {
  const [place, other] = [newPlace(), newPlace()];
  hotAddressOf(place);
  expect(() => openSignerDirectory({ ...place, passphrase: 'another passphrase' }, 'test')).toThrow('does not open');
  restoreWords(other, readFileSync(wordsPath(place.directory), 'utf8'));
  rmSync(join(place.directory, 'seed.sealed'));
  expect(() => openSignerDirectory(place, 'test')).toThrow('is missing');
  hotAddressOf(newPlace());
  const stranger = newPlace();
  hotAddressOf(stranger);
  restoreWords(place, readFileSync(wordsPath(stranger.directory), 'utf8'));
  expect(() => openSignerDirectory(place, 'test')).toThrow('the store belongs to');
});

test('two signers cannot share one folder', () => {
  const place = newPlace();
  const first = openSignerDirectory(place, 'test');
  try {
    expect(() => openSignerDirectory(place, 'test')).toThrow('another signer');
  } finally {
    first.close();
  }
});

test('another passphrase opens the same seed, the former one no longer does, and a change that was broken off goes on', () => {
  const place = newPlace();
  expect(resealSeedFile(place, 'a new passphrase')).toBe('no seed yet');
  const address = hotAddressOf(place);
  expect(resealSeedFile(place, 'a new passphrase')).toBe('sealed anew');
  expect(() => hotAddressOf(place)).toThrow('does not open');
  // As if the file of the passphrase had not been replaced.
  expect(resealSeedFile(place, 'a new passphrase')).toBe('done already');
  expect(() => resealSeedFile(place, 'yet another passphrase')).toThrow('does not open');
  expect(hotAddressOf({ ...place, passphrase: 'a new passphrase' })).toBe(address);
});
