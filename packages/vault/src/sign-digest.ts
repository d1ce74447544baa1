import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/**
 * A signature of 65 bytes (r, s, v) as hexadecimal text. The nonce is RFC 6979's, so the same digest gives the same
 * signature; s is always the lower of its two values. Stays inside this package: nothing outside may sign a bare digest.
 */
export function signDigest(privateKey: Uint8Array, digest: Uint8Array): string {
  const signature = secp256k1.sign(digest, privateKey, { prehash: false, lowS: true, format: 'recovered' });
  const [recovery = 0] = signature;
  return bytesToHex(signature.subarray(1)) + (recovery + 27).toString(16);
}
