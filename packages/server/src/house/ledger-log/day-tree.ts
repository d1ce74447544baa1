import { setImmediate } from 'node:timers/promises';
import { growTree, pathOf, rootOf } from '@tern/proofs/merkle-tree';
import { joinHashes, leavesOfNothing, leavesPerChunk, splitHashes } from './ledger-log.ts';

/** A day's tree: its leaves in the order of their hashes, in chunks, and the roots of the chunks. */
export type DayTree = {
  readonly root: Buffer;
  readonly leaves: number;
  readonly nodes: Buffer;
  readonly chunks: readonly Buffer[];
};

/** What a day's tree grows from: the leaves of its entries, and the seed of those that make their number up. */
type DayLeaves = { readonly day: string; readonly seed: Buffer; readonly leaves: readonly Buffer[] };

/**
 * Makes a day's leaves up to a power of two, sorts them and grows the tree over them. Takes its time from their number, not
 * from the days before, and lets others run in between.
 */
export async function growDay({ day, seed, leaves }: DayLeaves): Promise<DayTree> {
  const all = [...leaves];
  for (const leaf of leavesOfNothing(seed, { day, after: leaves.length })) {
    all.push(leaf);
    if (all.length % leavesPerChunk === 0) await setImmediate();
  }
  const hashes = sortHashes(all);
  const chunks: Buffer[] = [];
  const nodes: Buffer[] = [];
  for (let from = 0; from < hashes.length; from += leavesPerChunk) {
    const chunk = hashes.slice(from, from + leavesPerChunk);
    chunks.push(Buffer.concat(chunk));
    nodes.push(Buffer.from(rootOf(growTree(chunk, joinHashes)), 'hex'));
    await setImmediate();
  }
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
