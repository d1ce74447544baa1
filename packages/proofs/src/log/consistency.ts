import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { hashNode } from '../merkle-path.ts';

/** A state of the log: how many days it has, and the hash over them, hexadecimal. */
export type LogHead = { readonly size: number; readonly hash: string };

/**
 * Whether the earlier log is the beginning of the later one, as the proof shows it (RFC 9162, 2.1.4.2).
 * @throws Error where the proof has what is no hash
 */
export function isConsistent(earlier: LogHead, later: LogHead, proof: readonly string[]): boolean {
  if (earlier.size < 1 || earlier.size > later.size) return false;
  if (earlier.size === later.size) return proof.length === 0 && earlier.hash === later.hash;
  const steps = isPowerOfTwo(earlier.size) ? [earlier.hash, ...proof] : proof;
  const [first, ...rest] = steps;
  if (first === undefined || proof.length === 0) return false;
  let [node, last] = [earlier.size - 1, later.size - 1];
  while (node % 2 === 1) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  let before: Uint8Array = hexToBytes(first);
  let after = before;
  for (const step of rest) {
    if (last === 0) return false;
    const hash = hexToBytes(step);
    if (node % 2 === 1 || node === last) {
      [before, after] = [hashNode(hash, before), hashNode(hash, after)];
      while (node % 2 === 0 && node !== 0) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
    } else after = hashNode(after, hash);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 && bytesToHex(before) === earlier.hash && bytesToHex(after) === later.hash;
}

function isPowerOfTwo(size: number): boolean {
  return Number.isInteger(Math.log2(size));
}
