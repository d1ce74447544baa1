import { lineBytes } from './leaf-list.ts';
import { foldNodes, hashLines } from './sum-levels.ts';

/** Lines of one chunk of a list: a power of two, so that a chunk is a whole subtree. Part of the published format. */
export const linesPerChunk = 1_024;

/** Bytes of a whole chunk. */
export const chunkBytes = linesPerChunk * lineBytes;

/** The node above each chunk of lines, and the hash of the one above them all. */
export function hashList(lines: Buffer): { readonly nodes: Buffer; readonly root: string } {
  const nodes = Buffer.alloc((lines.length / chunkBytes) * lineBytes);
  for (let chunk = 0; chunk * chunkBytes < lines.length; chunk += 1) {
    const own = lines.subarray(chunk * chunkBytes, (chunk + 1) * chunkBytes);
    foldNodes(hashLines(own)).copy(nodes, chunk * lineBytes);
  }
  return { nodes, root: foldNodes(nodes).toString('hex', 0, 32) };
}
