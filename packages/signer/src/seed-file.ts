import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { TronAddress } from '@tern/tron/address';
import { openKeychain } from '@tern/vault/open-keychain';
import { openSeed, SealFault, sealSeed, type SealCost } from '@tern/vault/seal-seed';
import { createSeed, wordsOfSeed } from '@tern/vault/seed';

const purpose = 'signer seed';

export type SeedPlace = {
  readonly directory: string;
  readonly passphrase: string;
  /** For tests; the product seals at the default cost. */
  readonly cost?: SealCost;
};

/** Where the words of a new seed wait to be written down; readable by the owner alone. */
export function wordsPath(directory: string): string {
  return join(directory, 'recovery-words.txt');
}

export function seedPath(directory: string): string {
  return join(directory, 'seed.sealed');
}

export function hasSeed(directory: string): boolean {
  return existsSync(seedPath(directory));
}

/** The seed of this installation. Throws `SealFault` where the file was changed or the passphrase is another. */
export function readSeed({ directory, passphrase }: SeedPlace): Uint8Array {
  return openSeed({ sealed: readFileSync(seedPath(directory)), passphrase, purpose });
}

/** The address of the hot wallet, which names a seed. */
export function hotAddressOf(seed: Uint8Array): TronAddress {
  const keychain = openKeychain(seed);
  try {
    return keychain.addressAt({ purpose: 'hot', index: 0 });
  } finally {
    keychain.close();
  }
}

/**
 * Makes the seed of an installation for trying out, and writes its 24 words for a person to copy. Never in production.
 * Returns the address of its hot wallet.
 */
export function createSeedFile(place: SeedPlace): TronAddress {
  const seed = createSeed();
  // Words first: a seed that was used and whose words were never written would be lost with this disk.
  writePrivateFile(wordsPath(place.directory), Buffer.from(`${wordsOfSeed(seed)}\n`));
  writeSeedFile(place, seed);
  const hotAddress = hotAddressOf(seed);
  seed.fill(0);
  return hotAddress;
}

/** Seals a seed into its place. Throws where one is there already: it would be the keys of other people's money. */
export function writeSeedFile({ directory, passphrase, cost }: SeedPlace, seed: Uint8Array): void {
  if (hasSeed(directory)) throw new Error(`there is a seed in ${directory} already`);
  const sealed = sealSeed({ seed, passphrase, purpose, ...(cost === undefined ? {} : { cost }) });
  writePrivateFile(seedPath(directory), sealed);
}

/**
 * Seals the seed under another passphrase. The file is replaced as a whole, and not before the new one was opened. Returns
 * `done already` where it opens with the new passphrase alone: a rotation that was broken off goes on.
 * @throws SealFault where it opens with neither.
 */
export function resealSeedFile(place: SeedPlace, passphrase: string): 'sealed anew' | 'done already' | 'no seed yet' {
  if (!hasSeed(place.directory)) return 'no seed yet';
  const next = { ...place, passphrase };
  if (opens(next)) return 'done already';
  const seed = readSeed(place);
  try {
    const { cost } = place;
    const sealed = sealSeed({ seed, passphrase, purpose, ...(cost === undefined ? {} : { cost }) });
    openSeed({ sealed, passphrase, purpose }).fill(0);
    writePrivateFile(seedPath(place.directory), sealed);
    return 'sealed anew';
  } finally {
    seed.fill(0);
  }
}

function opens(place: SeedPlace): boolean {
  try {
    readSeed(place).fill(0);
    return true;
  } catch (error) {
    if (error instanceof SealFault) return false;
    throw error;
  }
}

function writePrivateFile(path: string, bytes: Uint8Array): void {
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
  const draft = `${path}.new`;
  rmSync(draft, { force: true });
  const handle = openSync(draft, 'wx', 0o600);
  writeSync(handle, bytes);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(draft, path);
}
