import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';

/** One step from a leaf to the root: the hash beside, and on which side it stands. */
export type PathStep = { readonly hash: string; readonly side: 'left' | 'right' };

// Leaves and nodes begin with different bytes, so that no node can be passed off as a leaf (RFC 6962, 2.1).
const leafMark = Uint8Array.of(0);
const nodeMark = Uint8Array.of(1);

export function hashLeaf(content: Uint8Array): Uint8Array {
  return sha256(concatBytes(leafMark, content));
}

export function hashNode(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concatBytes(nodeMark, left, right));
}

/** The root that a leaf's content and its path lead to, as hexadecimal: equal to the published one, or the leaf is not in it. */
export function rootOfPath(content: Uint8Array, path: readonly PathStep[]): string {
  return bytesToHex(
    path.reduce(
      (hash, step) =>
        step.side === 'left' ? hashNode(hexToBytes(step.hash), hash) : hashNode(hash, hexToBytes(step.hash)),
      hashLeaf(content),
    ),
  );
}
