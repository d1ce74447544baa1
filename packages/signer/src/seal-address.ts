import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SealedAddress } from '@tern/tron/signer-protocol';
import type { Keychain } from '@tern/vault/open-keychain';

/** A deposit address with its seal. The key of the seal comes from the seed, so a restored signer makes the same. */
export function sealAddress(keychain: Keychain, index: number): SealedAddress {
  const address = keychain.addressAt({ purpose: 'deposit', index });
  return { purpose: 'deposit', index, address, mac: macOf(keychain, index, address) };
}

/** Whether the seal is this signer's and neither index nor address was changed since. */
export function isSealIntact(keychain: Keychain, { index, address, mac }: SealedAddress): boolean {
  const expected = macOf(keychain, index, address);
  return timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(mac, 'hex'));
}

function macOf(keychain: Keychain, index: number, address: string): string {
  const key = keychain.deriveSecret('deposit address seal 1');
  return createHmac('sha256', key)
    .update(JSON.stringify(['deposit', index, address]))
    .digest('hex');
}
