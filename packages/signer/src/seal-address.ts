import { timingSafeEqual } from 'node:crypto';
import type { SealedAddress } from '@tern/tron/signer-protocol';
import type { KeyStore } from './keys/key-store.ts';

/** A deposit address with its seal. The key of the seal comes from the seed, so a restored signer makes the same. */
export function sealAddress(keychain: KeyStore, index: number): SealedAddress {
  const address = keychain.addressAt({ purpose: 'deposit', index });
  return { purpose: 'deposit', index, address, mac: macOf(keychain, index, address) };
}

/** Whether the seal is this signer's and neither index nor address was changed since. */
export function isSealIntact(keychain: KeyStore, { index, address, mac }: SealedAddress): boolean {
  const expected = macOf(keychain, index, address);
  return timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(mac, 'hex'));
}

function macOf(keychain: KeyStore, index: number, address: string): string {
  return keychain.mac('deposit address seal 1', JSON.stringify(['deposit', index, address]));
}
