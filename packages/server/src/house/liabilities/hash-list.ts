import { lineBytes } from './leaf-list.ts';
import { foldNodes, growLevels, hashLines } from './sum-levels.ts';

/** Lines of one chunk of a list: a power of two, so that a chunk is a whole subtree. Part of the published format. */
export const linesPerChunk = 1_024;

/** Bytes of a whole chunk. */
export const chunkBytes = linesPerChunk * lineBytes;

/** Levels of the tree from the lines up to its middle nodes, and up to the node above a chunk. */
const [middleHeight, chunkHeight] = [5, 10];

/** Lines below each middle node, which is kept so that a person's path needs only their hashes instead of a whole chunk's. */
export const linesPerMiddle = 2 ** middleHeight;

/** Bytes of the middle nodes of a chunk. */
export const middleBytes = chunkBytes / linesPerMiddle;

/**
 * The tree above the lines of whole chunks that follow one another: the middle nodes of all of them, and the node above each. Several
 * chunks at a time, because the memory for each level is asked for once.
 */
export function hashChunks(lines: Buffer): { readonly middle: Buffer; readonly tops: Buffer } {
  const levels = growLevels(hashLines(lines), chunkHeight);
  const [middle = lines, tops = lines] = [levels[middleHeight], levels[chunkHeight]];
  return { middle, tops };
}

/** Chunks that are told of at once: less than a megabyte. */
const chunksAtOnce = 16;

/** Takes chunks that are hashed, from the number of the first. The lines are a part of the list's memory; the middle nodes have their own. */
export type TellChunks = (chunk: number, lines: Buffer, middleNodes: Buffer) => void;

/**
 * The node above each chunk of lines, and the hash of the node above them all. `tell` is called for a few chunks at a time, in their
 * order.
 */
export function hashList(
  lines: Buffer,
  { giveWay, tell }: { readonly giveWay: () => void; readonly tell: TellChunks },
): { readonly nodes: Buffer; readonly root: string } {
  const chunks = lines.length / chunkBytes;
  const nodes = Buffer.alloc(chunks * lineBytes);
  for (let first = 0; first < chunks; first += chunksAtOnce) {
    const own = lines.subarray(first * chunkBytes, (first + chunksAtOnce) * chunkBytes);
    giveWay();
    const { middle, tops } = hashChunks(own);
    tops.copy(nodes, first * lineBytes);
    const middleNodes = Buffer.allocUnsafeSlow(middle.length);
    middle.copy(middleNodes);
    tell(first, own, middleNodes);
  }
  return { nodes, root: foldNodes(nodes).toString('hex', 0, 32) };
}
