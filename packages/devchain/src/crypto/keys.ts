import secp256k1 from 'secp256k1';
import { fromInner, toBase58 } from './address.ts';
import { concat, toHex, utf8Bytes } from './bytes.ts';
import { keccak256, sha256 } from './hash.ts';

export type KeyPair = {
  readonly privateKey: Uint8Array;
  /** 21 bytes. */
  readonly address: Uint8Array;
  readonly addressHex: string;
  readonly addressBase58: string;
};

/** The key pair that `seed` and `label` always give. */
export function deriveKeyPair(seed: string, label: string): KeyPair {
  return keyPairOf(sha256(utf8Bytes(`${seed}/${label}`)));
}

/** The key pair of a private key. */
export function keyPairOf(privateKey: Uint8Array): KeyPair {
  const address = addressOfPublicKey(secp256k1.publicKeyCreate(privateKey, false));
  return { privateKey, address, addressHex: toHex(address), addressBase58: toBase58(address) };
}

function addressOfPublicKey(uncompressed: Uint8Array): Uint8Array {
  return fromInner(keccak256(uncompressed.subarray(1)).subarray(12));
}

/** 65 bytes r ‖ s ‖ v over a 32-byte hash, v as 27 or 28. */
export function signHash(hash: Uint8Array, privateKey: Uint8Array): Uint8Array {
  const { signature, recid } = secp256k1.ecdsaSign(hash, privateKey);
  return concat(signature, Uint8Array.of(recid + 27));
}

/** The address whose key signed `hash`. Throws when the 65 bytes are no recoverable signature. */
export function recoverAddress(hash: Uint8Array, signature: Uint8Array): Uint8Array {
  const v = signature[64] ?? 0;
  const recoveryId = v >= 27 ? v - 27 : v;
  if (recoveryId > 3) throw new RangeError(`Header byte out of range: ${v}`);
  return addressOfPublicKey(secp256k1.ecdsaRecover(signature.slice(0, 64), recoveryId, hash, false));
}
