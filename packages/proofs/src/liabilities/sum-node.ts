import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';

/** A node of a Merkle-sum tree: everything below it, as a hash and as a sum. */
export type SumNode = {
  readonly hash: Uint8Array;
  /** Base units, from 0 and below 2^128. */
  readonly sum: bigint;
};

/** A sum of 64 bits overflows unseen with a million accounts; 2^128 base units are more than any token has. */
const sumLimit = 1n << 128n;

// Leaves and nodes begin with different bytes, so that no node can be passed off as a leaf (RFC 6962, 2.1).
const leafMark = Uint8Array.of(0);
const nodeMark = Uint8Array.of(1);

/** 16 bytes, the largest first. @throws RangeError for what is negative or does not fit */
export function sumBytes(sum: bigint): Uint8Array {
  if (sum < 0n || sum >= sumLimit) throw new RangeError(`a sum from 0 to 2^128, not ${sum}`);
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, sum >> 64n);
  view.setBigUint64(8, sum & 0xffff_ffff_ffff_ffffn);
  return bytes;
}

/** The leaf of one line of the published list. @throws RangeError for a negative amount */
export function sumLeaf(commitment: Uint8Array, amount: bigint): SumNode {
  return { hash: sha256(concatBytes(leafMark, commitment, sumBytes(amount))), sum: amount };
}

/**
 * The node above two others. Both sums go into the hash, not only what they add up to: otherwise one child could be given
 * a smaller sum than it has (the flaw of the first Merkle-sum trees). @throws RangeError where the sum does not fit
 */
export function joinSums(left: SumNode, right: SumNode): SumNode {
  const sum = left.sum + right.sum;
  sumBytes(sum);
  return { hash: sha256(concatBytes(nodeMark, left.hash, sumBytes(left.sum), right.hash, sumBytes(right.sum))), sum };
}
