import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { hashNode } from '../merkle-path.ts';

/** Where a leaf stands in a tree (RFC 9162, 2.1.3), and the hashes beside its way up. */
export type Inclusion = {
  /** From 0. */
  readonly index: number;
  /** Leaves of the tree. */
  readonly size: number;
  /** From the bottom up, hexadecimal. */
  readonly path: string[];
};

/**
 * The root that a leaf at this place leads to, hexadecimal (RFC 9162, 2.1.3.2); undefined where the path has not the length
 * that the place asks for. The place says on which side each hash stands, so another place has another root, or none.
 * @throws Error for a path with something that is no hash
 */
export function rootOfInclusion(leaf: Uint8Array, { index, size, path }: Inclusion): string | undefined {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return undefined;
  let [place, last, hash] = [index, size - 1, leaf];
  for (const step of path) {
    if (last === 0) return undefined;
    const beside = hexToBytes(step);
    if (place % 2 === 1 || place === last) {
      hash = hashNode(beside, hash);
      // A hash without a neighbour moved up as it was.
      while (place % 2 === 0 && place > 0) [place, last] = [place / 2, Math.floor(last / 2)];
    } else hash = hashNode(hash, beside);
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return last === 0 ? bytesToHex(hash) : undefined;
}
