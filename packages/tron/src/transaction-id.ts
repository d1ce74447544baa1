import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/**
 * Gives the id of a transaction: SHA-256 of its raw bytes, as 64 lower-case hexadecimal digits. The signature is not
 * part of it, so the id is known before anything is signed. Compute it, never take it from a node.
 *
 * @param rawBytes What `encodeRawTransaction` writes.
 * @example
 * transactionId(new Uint8Array()); // → 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
 */
export function transactionId(rawBytes: Uint8Array): string {
  return bytesToHex(sha256(rawBytes));
}
