import { hexToBytes } from '@noble/hashes/utils.js';
import { joinSums, sumLeaf, type SumNode } from './sum-node.ts';

/** One step from a leaf to the root: the node beside, and on which side it stands. */
export type SumStep = { readonly hash: string; readonly sum: string; readonly side: 'left' | 'right' };

/** The root that a line of the list and its path lead to: hash and total. @throws RangeError for a negative sum on the way */
export function rootOfSumPath(
  line: { readonly commitment: Uint8Array; readonly amount: bigint },
  path: readonly SumStep[],
): SumNode {
  let node = sumLeaf(line.commitment, line.amount);
  for (const { hash, sum, side } of path) {
    const beside = { hash: hexToBytes(hash), sum: BigInt(sum) };
    node = side === 'left' ? joinSums(beside, node) : joinSums(node, beside);
  }
  return node;
}
