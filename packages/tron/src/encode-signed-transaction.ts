import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { assert } from '@tern/base/assert';
import { message, messageField } from './protobuf-writer.ts';

/**
 * Puts the raw bytes of a transaction and one signature together in the form that `broadcast` hands to a node. All of
 * it is hexadecimal text; the signature is 65 bytes (r, s, v). Whether it fits the bytes is not checked: see
 * `recoverSigner`.
 *
 * @throws AssertionFault where the raw bytes are empty or not lower-case hexadecimal, or the signature is not 130 such
 *   digits.
 * @example
 * const rawHex = '0a02';
 * encodeSignedTransaction({ rawHex, signatureHex: '00'.repeat(65) }); // → `0a020a021241${'00'.repeat(65)}`
 * encodeSignedTransaction({ rawHex, signatureHex: '00' }); // throws AssertionFault('a signature has 65 bytes')
 */
export function encodeSignedTransaction(input: { readonly rawHex: string; readonly signatureHex: string }): string {
  assert(/^([0-9a-f]{2})+$/.test(input.rawHex), 'raw bytes are lower-case hexadecimal');
  assert(/^[0-9a-f]{130}$/.test(input.signatureHex), 'a signature has 65 bytes');
  return bytesToHex(
    message(messageField(1, hexToBytes(input.rawHex)), messageField(2, hexToBytes(input.signatureHex))),
  );
}
