import { hash } from 'node:crypto';
import { sumBytes } from '@tern/proofs/liabilities/sum-node';
import type { SumStep } from '@tern/proofs/liabilities/sum-path';
import { lineBytes } from './leaf-list.ts';

/** The nodes above lines, in their order. The same hashes as `sumLeaf` and `joinSums`, on packed bytes: a list has millions. */
export function hashLines(lines: Buffer): Buffer {
  const nodes = Buffer.allocUnsafe(lines.length);
  const content = Buffer.alloc(1 + lineBytes);
  for (let at = 0; at < lines.length; at += lineBytes) {
    lines.copy(content, 1, at, at + lineBytes);
    hash('sha256', content, 'buffer').copy(nodes, at);
    lines.copy(nodes, at + 32, at + 32, at + lineBytes);
  }
  return nodes;
}

/** The next level: half as many nodes. */
function joinNodes(level: Buffer): Buffer {
  const above = Buffer.allocUnsafe(level.length / 2);
  const content = Buffer.alloc(1 + 2 * lineBytes, 1);
  for (let at = 0; at < above.length; at += lineBytes) {
    level.copy(content, 1, 2 * at, 2 * at + 2 * lineBytes);
    hash('sha256', content, 'buffer').copy(above, at);
    above.set(sumBytes(readSum(level, 2 * at) + readSum(level, 2 * at + lineBytes)), at + 32);
  }
  return above;
}

/** The one node above a power of two of nodes. */
export function foldNodes(nodes: Buffer): Buffer {
  let level = nodes;
  while (level.length > lineBytes) level = joinNodes(level);
  return level;
}

/** All levels above a power of two of nodes, these first, the root alone in the last one. */
export function growLevels(nodes: Buffer): readonly Buffer[] {
  const levels = [nodes];
  for (let level = nodes; level.length > lineBytes; levels.push(level)) level = joinNodes(level);
  return levels;
}

/** The way from a node of the first level to the root. */
export function pathIn(levels: readonly Buffer[], place: number): readonly SumStep[] {
  return levels.slice(0, -1).map((level, height) => {
    const own = place >> height;
    const at = (own ^ 1) * lineBytes;
    const hash = level.toString('hex', at, at + 32);
    return { hash, sum: readSum(level, at).toString(), side: own % 2 === 1 ? 'left' : 'right' };
  });
}

/** The amount of the line, or the sum of the node, that begins at `at`. Base units. */
export function readSum(bytes: Buffer, at: number): bigint {
  return (bytes.readBigUInt64BE(at + 32) << 64n) | bytes.readBigUInt64BE(at + 40);
}
