import { facts } from '../facts.ts';
import { openStore } from '../open-store.ts';
import type { SeedPlace } from '../seed-file.ts';
import type { KeyStore } from './key-store.ts';
import { openKeys } from './open-keys.ts';

/**
 * The keys of this folder, for another process to sign with. A seed whose words nobody has shown to hold would be lost with
 * this disk, so it is not served.
 * @throws SealFault; Error with a sentence
 */
export function openConfirmedKeys(place: SeedPlace): KeyStore {
  const { directory, passphrase } = place;
  const keys = openKeys({ directory, passphrase });
  const store = openStore(directory);
  try {
    const hotAddress = keys.addressAt({ purpose: 'hot', index: 0 });
    const isConfirmed = store.findFact(facts.hotAddress) === hotAddress && store.findFact(facts.wordsConfirmed);
    if (!isConfirmed) throw new Error(wordsNotConfirmed);
    return keys;
  } catch (error) {
    keys.close();
    throw error;
  } finally {
    store.close();
  }
}

const wordsNotConfirmed =
  'Nobody has shown to hold the 24 recovery words of this seed. Run "npm run signer -- confirm-words" here, which asks for ' +
  'them. Until then its keys are not served.';
