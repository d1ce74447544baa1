import { growTree, pathOf, rootOf } from '@tern/proofs/merkle-tree';
import { joinHashes, leavesPerChunk, splitHashes } from './ledger-log.ts';

/** A day's tree: its leaves in the order of their hashes, in chunks, and the roots of the chunks. */
export type DayTree = {
  readonly root: Buffer;
  readonly leaves: number;
  readonly nodes: Buffer;
  readonly chunks: readonly Buffer[];
};

/** Sorts a day's leaves and grows the tree over them. Takes its time from their number, not from the days before. */
export function growDay(unsorted: readonly Buffer[]): DayTree {
  const hashes = sortHashes(unsorted);
  const chunks: Buffer[] = [];
  for (let from = 0; from < hashes.length; from += leavesPerChunk)
    chunks.push(Buffer.concat(hashes.slice(from, from + leavesPerChunk)));
  const nodes = chunks.map((chunk) => Buffer.from(rootOf(growTree(splitHashes(chunk), joinHashes)), 'hex'));
  return {
    root: Buffer.from(rootOf(growTree(nodes, joinHashes)), 'hex'),
    leaves: hashes.length,
    nodes: Buffer.concat(nodes),
    chunks,
  };
}

const hashesPerBucket = 16;

/** Hashes are spread evenly, so a bucket for each few of them sorts them in the time of their number. */
function sortHashes(hashes: readonly Buffer[]): readonly Buffer[] {
  const count = Math.ceil(hashes.length / hashesPerBucket);
  const buckets: Buffer[][] = Array.from({ length: count }, () => []);
  for (const hash of hashes) buckets[Math.floor((hash.readUInt32BE(0) * count) / 2 ** 32)]?.push(hash);
  return buckets.flatMap((bucket) => bucket.sort(Buffer.compare));
}

/**
 * The place of a leaf in its day, from 0, and the way from there through its chunk to the day's root. All trees are whole, so
 * the place alone says on which side each hash stands.
 * @returns undefined where the leaf is not in the chunk
 */
export function placeInDay(
  leaf: Buffer,
  { chunk, leaves, nodes }: { readonly chunk: number; readonly leaves: Buffer; readonly nodes: Buffer },
): { readonly index: number; readonly path: string[] } | undefined {
  const hashes = splitHashes(leaves);
  const index = hashes.findIndex((hash) => leaf.equals(hash));
  if (index < 0) return undefined;
  const path = [
    ...pathOf(growTree(hashes, joinHashes), index),
    ...pathOf(growTree(splitHashes(nodes), joinHashes), chunk),
  ];
  return { index: chunk * leavesPerChunk + index, path: path.map(({ hash }) => hash) };
}
