import { bytesToHex } from '@noble/hashes/utils.js';
import { joinSums, type SumNode } from '../sum-node.ts';
import type { SumStep } from '../sum-path.ts';

/** For tests: levels of nodes, leaves first, the root alone in the last one. The server builds the same of packed bytes. */
export type SumTree = { readonly levels: readonly (readonly SumNode[])[] };

/** The tree over a power of two of leaves, or of whole subtrees of equal height. @throws RangeError for another number */
export function growSumTree(nodes: readonly SumNode[]): SumTree {
  if (nodes.length === 0 || (nodes.length & (nodes.length - 1)) !== 0)
    throw new RangeError(`a power of two of leaves, not ${nodes.length}`);
  let level = nodes;
  const levels = [level];
  while (level.length > 1) {
    const above: SumNode[] = [];
    for (let at = 0; at < level.length; at += 2) above.push(joinSums(level[at] as SumNode, level[at + 1] as SumNode));
    level = above;
    levels.push(level);
  }
  return { levels };
}

export function rootOfSumTree({ levels }: SumTree): SumNode {
  return levels.at(-1)?.[0] as SumNode;
}

/** The way from the leaf at `index` to the root. @throws RangeError where there is no such leaf */
export function sumPathOf({ levels }: SumTree, index: number): readonly SumStep[] {
  if (levels[0]?.[index] === undefined) throw new RangeError(`no leaf ${index}`);
  return levels.slice(0, -1).map((level, height) => {
    const place = Math.floor(index / 2 ** height);
    const beside = level[place ^ 1] as SumNode;
    return { hash: bytesToHex(beside.hash), sum: beside.sum.toString(), side: place % 2 === 1 ? 'left' : 'right' };
  });
}
