import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** The SHA-256 of a statement's text, hexadecimal: it stands for everything in it, the lists included. */
export function hashStatement(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
