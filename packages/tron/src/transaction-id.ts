import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** The id of a transaction: SHA-256 of its raw bytes, 64 digits. Computed here, never taken from a node. */
export function transactionId(rawBytes: Uint8Array): string {
  return bytesToHex(sha256(rawBytes));
}
