import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { assert } from '@tern/base/assert';
import { message, messageField } from './protobuf-writer.ts';

/** The bytes a node takes: raw part and one signature of 65 bytes (r, s, v), as hexadecimal text. */
export function encodeSignedTransaction(input: { readonly rawHex: string; readonly signatureHex: string }): string {
  assert(/^([0-9a-f]{2})+$/.test(input.rawHex), 'raw bytes are lower-case hexadecimal');
  assert(/^[0-9a-f]{130}$/.test(input.signatureHex), 'a signature has 65 bytes');
  return bytesToHex(
    message(messageField(1, hexToBytes(input.rawHex)), messageField(2, hexToBytes(input.signatureHex))),
  );
}
