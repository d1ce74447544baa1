import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { hashLeaf, hashNode, type PathStep } from './merkle-path.ts';

/** Levels of hashes, leaves first, the root alone in the last one. A hash without a neighbour moves up as it is. */
export type MerkleTree = { readonly levels: readonly (readonly Uint8Array[])[] };

/** The tree over contents in their order. Without any, its root is the hash of nothing. */
export function buildTree(contents: Iterable<Uint8Array>): MerkleTree {
  return growTree(Array.from(contents, hashLeaf));
}

/**
 * The tree over hashes that are there already: of leaves, or of whole subtrees of equal height. A server with a quicker
 * implementation of the same hash can give its own `join`.
 */
export function growTree(hashes: readonly Uint8Array[], join: typeof hashNode = hashNode): MerkleTree {
  let level = hashes;
  if (level.length === 0) return { levels: [[sha256(new Uint8Array())]] };
  const levels: (readonly Uint8Array[])[] = [level];
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at] as Uint8Array, level[at + 1]];
      above.push(right === undefined ? left : join(left, right));
    }
    level = above;
    levels.push(level);
  }
  return { levels };
}

/** As hexadecimal. */
export function rootOf({ levels }: MerkleTree): string {
  const [root] = levels.at(-1) ?? [];
  if (root === undefined) throw new RangeError('a tree without a root');
  return bytesToHex(root);
}

/** The way from the leaf at `index` to the root. @throws RangeError where there is no such leaf */
export function pathOf({ levels }: MerkleTree, index: number): readonly PathStep[] {
  if (levels[0]?.[index] === undefined) throw new RangeError(`no leaf ${index}`);
  const path: PathStep[] = [];
  let place = index;
  for (const level of levels.slice(0, -1)) {
    const isRight = place % 2 === 1;
    const beside = level[isRight ? place - 1 : place + 1];
    if (beside !== undefined) path.push({ hash: bytesToHex(beside), side: isRight ? 'left' : 'right' });
    place = Math.floor(place / 2);
  }
  return path;
}
