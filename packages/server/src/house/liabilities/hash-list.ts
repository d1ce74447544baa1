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

/** The node above each chunk of lines, the middle nodes of all chunks, and the hash of the node above them all. */
export function hashList(
  lines: Buffer,
  giveWay: () => void,
): {
  readonly nodes: Buffer;
  readonly middleNodes: Buffer;
  readonly root: string;
} {
  const chunks = lines.length / chunkBytes;
  const nodes = Buffer.alloc(chunks * lineBytes);
  const middleNodes = Buffer.alloc(chunks * middleBytes);
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    giveWay();
    const { middle, top } = hashChunk(lines.subarray(chunk * chunkBytes, (chunk + 1) * chunkBytes));
    middle.copy(middleNodes, chunk * middleBytes);
    top.copy(nodes, chunk * lineBytes);
  }
  return { nodes, middleNodes, root: foldNodes(nodes).toString('hex', 0, 32) };
}
