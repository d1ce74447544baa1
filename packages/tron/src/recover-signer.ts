import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { findAddressFromBytes, type TronAddress } from './address.ts';
import { messageDigest } from './message-digest.ts';

/**
 * Finds out whose key made a signature over the raw bytes of a transaction. Any well-formed signature belongs to some
 * key, so compare the address with the one you expect. The answer is `undefined` where the text is no signature of 65
 * bytes in lower case with a last byte of 27 or 28, or no key can have made it. It never throws.
 *
 * @example
 * const rawHex = '68656c6c6f';
 * const [r, s] = [
 *   '6ca4c92e08205c932967dcd32120f9e5270a551799a490acfa78c5052726c181',
 *   '69cd2e2cbc0f2da74d921706edc2d3e92dc44c9b0b989b07520fa247551cca4c',
 * ];
 * const signatureHex = `${r}${s}1b`;
 * recoverSigner({ rawHex, signatureHex }); // → 'TGkWdpawVNfeset3P6uTBbLaPY7nZVZvXY'
 * recoverSigner({ rawHex, signatureHex: '00'.repeat(65) }); // → undefined
 */
export function recoverSigner(input: {
  readonly rawHex: string;
  readonly signatureHex: string;
}): TronAddress | undefined {
  return recoverFrom(input.signatureHex, () => sha256(hexToBytes(input.rawHex)));
}

/**
 * Finds out whose key signed a text in the form of `messageDigest`, as `verifyMessageV2` of the Tron JavaScript library
 * does. The answer is `undefined` where the signature is not in the form that `recoverSigner` takes, or no key can have
 * made it. It never throws.
 *
 * @example
 * const [r, s] = [
 *   '1eb45a12a27653b832e450d0fc72b86e70b899fe7bcd2c573144f96d8c84aec7',
 *   '2ad5057fa7ab80054ee06851b8209ce1957b45f6668c753247976cecad05109c',
 * ];
 * const signatureHex = `${r}${s}1b`;
 * recoverMessageSigner({ text: 'hello', signatureHex }); // → 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC'
 * recoverMessageSigner({ text: 'hello', signatureHex: '' }); // → undefined
 */
export function recoverMessageSigner(input: {
  readonly text: string;
  readonly signatureHex: string;
}): TronAddress | undefined {
  return recoverFrom(input.signatureHex, () => messageDigest(input.text));
}

function recoverFrom(signatureHex: string, digest: () => Uint8Array): TronAddress | undefined {
  if (!/^[0-9a-f]{128}(1b|1c)$/.test(signatureHex)) return undefined;
  const signature = hexToBytes(signatureHex);
  const recovered = concatBytes(Uint8Array.of((signature[64] ?? 0) - 27), signature.slice(0, 64));
  try {
    return addressOfPublicKey(secp256k1.recoverPublicKey(recovered, digest(), { prehash: false }));
  } catch {
    return undefined;
  }
}

/**
 * Gives the address of a public key: 0x41 and the last 20 bytes of keccak256 over the two coordinates of its point
 * (https://developers.tron.network/docs/account).
 *
 * @param publicKey A point of secp256k1 in its short form of 33 bytes or its long form of 65.
 * @throws Error where the bytes are no point of the curve.
 * @example
 * const generator = Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex');
 * addressOfPublicKey(generator); // → 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC'
 */
export function addressOfPublicKey(publicKey: Uint8Array): TronAddress {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return findAddressFromBytes(keccak_256(point.slice(1)).slice(12)) as TronAddress;
}
