import { createHash } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';

export function sha256(data: Uint8Array): Uint8Array {
  return Uint8Array.from(createHash('sha256').update(data).digest());
}

export function keccak256(data: Uint8Array): Uint8Array {
  return keccak_256(data);
}
