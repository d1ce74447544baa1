import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { findAddressFromBytes, type TronAddress } from './address.ts';

/** The address whose key made the signature (65 bytes, v of 27 or 28) over the raw bytes; `undefined` where it is none. */
export function recoverSigner(input: {
  readonly rawHex: string;
  readonly signatureHex: string;
}): TronAddress | undefined {
  if (!/^[0-9a-f]{128}(1b|1c)$/.test(input.signatureHex)) return undefined;
  const signature = hexToBytes(input.signatureHex);
  const recovered = concatBytes(Uint8Array.of((signature[64] ?? 0) - 27), signature.slice(0, 64));
  try {
    const digest = sha256(hexToBytes(input.rawHex));
    return addressOfPublicKey(secp256k1.recoverPublicKey(recovered, digest, { prehash: false }));
  } catch {
    return undefined;
  }
}

/** The address of a secp256k1 public key (33 or 65 bytes): the last 20 bytes of keccak256 of its two coordinates. */
export function addressOfPublicKey(publicKey: Uint8Array): TronAddress {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return findAddressFromBytes(keccak_256(point.slice(1)).slice(12)) as TronAddress;
}
