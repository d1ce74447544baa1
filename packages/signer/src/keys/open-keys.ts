import { hasSeed, type SeedPlace } from '../seed-file.ts';
import type { KeyStore } from './key-store.ts';
import { openFileKeys } from './open-file-keys.ts';
import { openKeyService } from './open-key-service.ts';

/** Where the keys are: in a sealed file of this folder, or in the process behind this socket. */
export type KeysPlace = SeedPlace & { readonly keyService?: string | undefined };

/** @throws SealFault; Error where there is no seed */
export function openKeys(place: KeysPlace): KeyStore {
  const { directory, keyService } = place;
  if (keyService !== undefined) return openKeyService(keyService);
  if (!hasSeed(directory)) throw new Error(`There is no seed in ${directory}.`);
  return openFileKeys(place);
}
