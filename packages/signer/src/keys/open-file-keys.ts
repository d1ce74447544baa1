import { createHmac } from 'node:crypto';
import { openKeychain } from '@tern/vault/open-keychain';
import { readSeed, type SeedPlace } from '../seed-file.ts';
import type { KeyStore } from './key-store.ts';

/** The keys behind the sealed seed in this folder, in this process. @throws SealFault */
export function openFileKeys(place: SeedPlace): KeyStore {
  const seed = readSeed(place);
  const { addressAt, signRawTransaction, signMessage, signReserves, deriveSecret, close } = openKeychain(seed);
  seed.fill(0);
  return {
    addressAt,
    signRawTransaction,
    signMessage,
    signReserves,
    mac: (label, text) => {
      const key = deriveSecret(label);
      try {
        return createHmac('sha256', key).update(text).digest('hex');
      } finally {
        key.fill(0);
      }
    },
    close,
  };
}
