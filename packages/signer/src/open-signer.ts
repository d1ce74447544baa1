import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock, type Clock } from '@tern/base/clock';
import { bindSeed } from './bind-seed.ts';
import { facts } from './facts.ts';
import type { KeyStore } from './keys/key-store.ts';
import { openKeys, type KeysPlace } from './keys/open-keys.ts';
import { openStore, type SignerStore } from './open-store.ts';
import { findPolicyGaps, trialPolicy } from './policy-document.ts';
import { requireColdElsewhere } from './require-cold-elsewhere.ts';
import { createSeedFile, hasSeed, wordsPath, type SeedPlace } from './seed-file.ts';
import type { SignerSettings } from './settings.ts';
import { standbyMarkPath } from './standby/open-seat.ts';

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
  place: KeysPlace,
  profile: SignerSettings['profile'],
  clock: Clock = systemClock,
  open: (place: KeysPlace) => KeyStore = openKeys,
): OpenedSigner {
  const { directory, keyService } = place;
  const store = openStore(directory);
  const has = (fact: string): boolean => store.findFact(fact) !== undefined;
  let keychain: KeyStore | undefined;
  try {
    const known = store.findFact(facts.hotAddress);
    if (keyService === undefined) prepareSeed(place, profile, { store, known });
    if (!has(facts.hotAddress) || (!has(facts.seedMadeHere) && !has(facts.outflowsConfirmed)))
      throw new Error(outflowsNotConfirmed);
    if (keyService === undefined && profile === 'production' && !has(facts.wordsConfirmed))
      throw new Error(wordsNotConfirmed(directory));
    // What the first start writes down would be another thing in each of two copies.
    if (!has(facts.storeId) && existsSync(standbyMarkPath(directory))) throw new Error(copyOfNobody);
    keychain = open(place);
    pinAccounts(store, keychain);
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
  const hotAddress = createSeedFile(place);
  // After the seed: a start that dies in between asks for "confirm-outflows", and takes no other seed for this one.
  bindSeed(store, hotAddress, { [facts.seedMadeHere]: directory });
}

/** The hot wallet and the fee account are the same for ever, whatever the keys say. */
function pinAccounts(store: SignerStore, keychain: KeyStore): void {
  bindSeed(store, keychain.addressAt({ purpose: 'hot', index: 0 }));
  const feeAddress = keychain.addressAt({ purpose: 'fee', index: 0 });
  const known = store.findFact(facts.feeAddress);
  if (known === undefined) store.setFact(facts.feeAddress, feeAddress);
  else if (known !== feeAddress)
    throw new Error(`the fee account of this store is ${known}, and the keys say ${feeAddress}`);
}

/** A store that was brought back from a backup has forgotten what it signed since. The mark goes once that is written down. */
function takeRestoreMark(directory: string, store: SignerStore, clock: Clock): void {
  const mark = restoreMarkPath(directory);
  if (!existsSync(mark)) return;
  store.inOne(() => beginQuarantineAnew(store, { atMs: clock.nowMs(), reason: 'restored' }));
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

/**
 * Begins a quarantine for what this memory lacks, also where it has one: that one may have ended long ago in what was lost, and
 * would be over before anything signed since was read back.
 */
export function beginQuarantineAnew(
  store: SignerStore,
  { atMs, reason }: { readonly atMs: number; readonly reason: string },
): void {
  const open = store.findQuarantine();
  if (open !== undefined) store.endQuarantine(open.number, atMs);
  const why = open === undefined ? reason : `${reason}; before that: ${open.reason}`;
  beginQuarantine(store, { atMs, reason: why, sequence: store.sequence() });
}

/** The file by which the restore command says that a folder comes from a backup. */
export function restoreMarkPath(directory: string): string {
  return join(directory, 'restored');
}

/** In production nothing is signed before limits, cold address and operators are enrolled. */
function checkPolicy(store: SignerStore): void {
  const { document } = store.getPolicy();
  requireColdElsewhere(store, document);
  const gaps = findPolicyGaps(document);
  if (gaps.length > 0) throw new Error(`The signer has ${gaps.join('; ')}. Until then nothing is signed.`);
}

const noSeed =
  'There is no seed yet. Run "npm run signer -- create-seed" at a terminal of the signer\'s machine: it shows the 24 ' +
  'recovery words once and asks for them. Until then nothing is signed.';

const copyOfNobody =
  'This standby is a copy of a signer that had never been started. Start the first signer, and make the standby anew ' +
  'from a copy of it.';

const outflowsNotConfirmed =
  'This store does not know what its seed has signed before: it was restored or lost. Look up every open payment on ' +
  'the chain, then run "npm run signer -- confirm-outflows". Until then nothing is signed.';

function wordsNotConfirmed(directory: string): string {
  const file = wordsPath(directory);
  return existsSync(file)
    ? `The 24 recovery words are in ${file}. Write them on paper, then run ` +
        '"npm run signer -- confirm-words", which asks for them and deletes the file. Until then nothing is signed.'
    : 'Nobody has shown to hold the 24 recovery words. Run "npm run signer -- confirm-words", which asks for them. Until ' +
        'then nothing is signed.';
}
