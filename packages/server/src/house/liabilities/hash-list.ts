import { lineBytes } from './leaf-list.ts';
import { foldNodes, growLevels, hashLines } from './sum-levels.ts';

/** Lines of one chunk of a list: a power of two, so that a chunk is a whole subtree. Part of the published format. */
export const linesPerChunk = 1_024;

/** Bytes of a whole chunk. */
export const chunkBytes = linesPerChunk * lineBytes;

/** Levels of the tree from the lines up to its middle nodes. */
const middleHeight = 5;

/** Lines below each middle node, which is kept so that a person's path needs only their hashes instead of a whole chunk's. */
export const linesPerMiddle = 2 ** middleHeight;

/** Bytes of the middle nodes of a chunk. */
export const middleBytes = chunkBytes / linesPerMiddle;

/** The tree above the lines of a chunk: its middle nodes, and the one above them all. */
export function hashChunk(lines: Buffer): { readonly middle: Buffer; readonly top: Buffer } {
  const levels = growLevels(hashLines(lines));
  const [middle = lines, top = lines] = [levels[middleHeight], levels.at(-1)];
  return { middle, top };
}

/** Chunks that are told of at once: less than a megabyte. */
export const chunksAtOnce = 16;

/** Chunks of a list that are hashed, from the number of the first. The middle nodes are nobody else's; the lines are those of the list. */
export type TellChunks = (chunk: number, lines: Buffer, middleNodes: Buffer) => void;

/** The node above each chunk of lines, and the hash of the node above them all. Some chunks after the other are told of with their middle nodes. */
export function hashList(
  lines: Buffer,
  { giveWay, tell }: { readonly giveWay: () => void; readonly tell: TellChunks },
): { readonly nodes: Buffer; readonly root: string } {
  const chunks = lines.length / chunkBytes;
  const nodes = Buffer.alloc(chunks * lineBytes);
  for (let first = 0; first < chunks; first += chunksAtOnce) {
    const own = lines.subarray(first * chunkBytes, (first + chunksAtOnce) * chunkBytes);
    const middleNodes = Buffer.allocUnsafeSlow(own.length / linesPerMiddle);
    for (let at = 0; at * chunkBytes < own.length; at += 1) {
      giveWay();
      const { middle, top } = hashChunk(own.subarray(at * chunkBytes, (at + 1) * chunkBytes));
      middle.copy(middleNodes, at * middleBytes);
      top.copy(nodes, (first + at) * lineBytes);
    }
    tell(first, own, middleNodes);
  }
  return { nodes, root: foldNodes(nodes).toString('hex', 0, 32) };
}
