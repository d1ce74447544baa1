import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock, type Clock } from '@tern/base/clock';
import type { KeyStore } from './keys/key-store.ts';
import { openFileKeys } from './keys/open-file-keys.ts';
import { openKeyService } from './keys/open-key-service.ts';
import { openStore, type SignerStore } from './open-store.ts';
import { findPolicyGaps, trialPolicy } from './policy-document.ts';
import { createSeedFile, hasSeed, wordsPath, type SeedPlace } from './seed-file.ts';
import type { SignerSettings } from './settings.ts';

/** What the store remembers beside signatures; each is written once. */
export const facts = {
  /** The hot wallet of the seed this store belongs to. */
  hotAddress: 'hot address',
  /** Which store this is. A copy has the same, a new one never. */
  storeId: 'store id',
  /** This folder made its seed itself, so there are no signatures from before its store. */
  seedMadeHere: 'seed made here',
  /** A person has shown to hold the 24 words. */
  wordsConfirmed: 'words confirmed',
  /** A person has looked up on the chain what a lost store had signed. */
  outflowsConfirmed: 'outflows confirmed',
} as const;

export type OpenedSigner = {
  readonly keychain: KeyStore;
  readonly store: SignerStore;
  readonly close: () => void;
};

/**
 * Opens store and keys. Where the keys are in this folder, the first start makes the seed, except in production; where
 * another process holds them, nothing of them is here, and their words are its business. Refuses a store that belongs to another seed, a store that
 * knows a seed which is gone, a seed whose store was lost until its outflows are confirmed, and, in production, a seed
 * whose words nobody has shown to hold or a policy with gaps.
 */
export function openSignerDirectory(
  place: SeedPlace & { readonly keyService?: string | undefined },
  profile: SignerSettings['profile'],
  clock: Clock = systemClock,
): OpenedSigner {
  const { directory, keyService } = place;
  const store = openStore(directory);
  const has = (fact: string): boolean => store.findFact(fact) !== undefined;
  let keychain: KeyStore | undefined;
  try {
    const known = store.findFact(facts.hotAddress);
    if (keyService === undefined) prepareSeed(place, profile, { store, known });
    if (!has(facts.seedMadeHere) && !has(facts.outflowsConfirmed)) throw new Error(outflowsNotConfirmed);
    if (keyService === undefined && profile === 'production' && !has(facts.wordsConfirmed))
      throw new Error(wordsNotConfirmed(directory));
    keychain = keyService === undefined ? openFileKeys(place) : openKeyService(keyService);
    const hotAddress = keychain.addressAt({ purpose: 'hot', index: 0 });
    if (known === undefined) store.setFact(facts.hotAddress, hotAddress);
    else if (known !== hotAddress) throw new Error(`the store belongs to ${known}, the seed to ${hotAddress}`);
    if (!has(facts.storeId)) store.setFact(facts.storeId, randomUUID());
    takeRestoreMark(directory, store, clock);
    if (profile === 'production') checkPolicy(store);
    else if (store.getPolicy().version === 0) {
      // The cold keys of an installation for trying out lie beside the hot ones.
      const document = trialPolicy(keychain.addressAt({ purpose: 'cold', index: 0 }));
      store.putPolicy({ version: 1, document, atMs: clock.nowMs(), reason: 'trial' });
    }
    const opened = keychain;
    return {
      keychain: opened,
      store,
      close: () => {
        opened.close();
        store.close();
      },
    };
  } catch (error) {
    keychain?.close();
    store.close();
    throw error;
  }
}

/** Makes the seed of an installation for trying out; in production, says which command makes it. */
function prepareSeed(
  place: SeedPlace,
  profile: SignerSettings['profile'],
  { store, known }: { readonly store: SignerStore; readonly known: string | undefined },
): void {
  const { directory } = place;
  if (hasSeed(directory)) return;
  if (known !== undefined) throw new Error(`the seed of ${known} is missing in ${directory}`);
  // In production the words are shown to a person at a terminal and never written to a file.
  if (profile === 'production') throw new Error(noSeed);
  // Before the seed: a start that dies in between must not look like a restored folder.
  if (store.findFact(facts.seedMadeHere) === undefined) store.setFact(facts.seedMadeHere, directory);
  createSeedFile(place);
}

/** A store that was brought back from a backup has forgotten what it signed since. The mark goes once that is written down. */
function takeRestoreMark(directory: string, store: SignerStore, clock: Clock): void {
  const mark = restoreMarkPath(directory);
  if (!existsSync(mark)) return;
  if (store.findQuarantine() === undefined)
    beginQuarantine(store, { atMs: clock.nowMs(), reason: 'restored', sequence: store.sequence() });
  rmSync(mark);
}

/** From now on nothing is signed until the outflows since the newest signature it knows were read back. */
export function beginQuarantine(
  store: SignerStore,
  begin: { readonly atMs: number; readonly reason: string; readonly sequence: number },
): void {
  // What was signed later refers to this block or a later one, and is included after it.
  store.beginQuarantine({ ...begin, nextBlock: store.newestRefBlock() + 1 });
}

/** The file by which the restore command says that a folder comes from a backup. */
export function restoreMarkPath(directory: string): string {
  return join(directory, 'restored');
}

/** In production nothing is signed before limits, cold address and operators are enrolled. */
function checkPolicy(store: SignerStore): void {
  const gaps = findPolicyGaps(store.getPolicy().document);
  if (gaps.length > 0) throw new Error(`The signer has ${gaps.join('; ')}. Until then nothing is signed.`);
}

const noSeed =
  'There is no seed yet. Run "npm run signer -- create-seed" at a terminal of the signer\'s machine: it shows the 24 ' +
  'recovery words once and asks for them. Until then nothing is signed.';

const outflowsNotConfirmed =
  'This store does not know what its seed has signed before: it was restored or lost. Look up every open payment on ' +
  'the chain, then run "npm run signer -- confirm-outflows". Until then nothing is signed.';

function wordsNotConfirmed(directory: string): string {
  return (
    `The 24 recovery words are in ${wordsPath(directory)}. Write them on paper, then run ` +
    '"npm run signer -- confirm-words", which asks for them and deletes the file. Until then nothing is signed.'
  );
}
