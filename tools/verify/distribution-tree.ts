import { createHash } from 'node:crypto';

/** A neighbour on the way up: its hash, and the side it stands on. */
export type Neighbour = { readonly hash: string; readonly side: 'left' | 'right' };

/** RFC 6962, section 2.1: what is hashed of a line begins with 0, what is hashed of two hashes with 1. */
export function leafHash(line: string): Buffer {
  return createHash('sha256').update(Buffer.of(0)).update(line, 'utf8').digest();
}

/** The head of the tree over these leaves, by the recursive definition of RFC 6962. */
export function treeHash(leaves: readonly Buffer[], from = 0, until = leaves.length): Buffer {
  const [only] = leaves.slice(from, from + 1);
  if (until === from || only === undefined) return createHash('sha256').digest();
  if (until - from === 1) return only;
  const middle = from + largestPowerBelow(until - from);
  return parent(treeHash(leaves, from, middle), treeHash(leaves, middle, until));
}

/** The neighbours of one leaf from the bottom to the top, by the definition of the audit path in RFC 6962. */
export function neighboursOf(
  leaves: readonly Buffer[],
  index: number,
  from = 0,
  until = leaves.length,
): readonly Neighbour[] {
  if (until - from <= 1) return [];
  const middle = from + largestPowerBelow(until - from);
  return index < middle
    ? [
        ...neighboursOf(leaves, index, from, middle),
        { hash: treeHash(leaves, middle, until).toString('hex'), side: 'right' },
      ]
    : [
        ...neighboursOf(leaves, index, middle, until),
        { hash: treeHash(leaves, from, middle).toString('hex'), side: 'left' },
      ];
}

/** Where a leaf and its neighbours lead to. */
export function climb(leaf: Buffer, neighbours: readonly Neighbour[]): Buffer {
  let hash = leaf;
  for (const { hash: text, side } of neighbours) {
    const beside = Buffer.from(text, 'hex');
    hash = side === 'left' ? parent(beside, hash) : parent(hash, beside);
  }
  return hash;
}

function parent(left: Buffer, right: Buffer): Buffer {
  return createHash('sha256').update(Buffer.of(1)).update(left).update(right).digest();
}

/** The largest power of two that is smaller than a number of at least 2. */
function largestPowerBelow(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}
