import { hash } from 'node:crypto';
import type { SumStep } from '@tern/proofs/liabilities/sum-path';
import { lineBytes } from './leaf-list.ts';

const lineWords = lineBytes / 4;

/**
 * The nodes above lines, in their order. The same hashes as `sumLeaf` and `joinSums`, on packed bytes: a list has millions. Node
 * gives a hash out as text three times as fast as bytes.
 */
export function hashLines(lines: Buffer): Buffer {
  const nodes = Buffer.from(lines);
  const { content, take } = openContent(lines, 0, lineWords);
  for (let at = 0; at < lines.length; at += lineBytes) {
    take(at);
    nodes.write(hash('sha256', content, 'binary'), at, 'latin1');
  }
  return nodes;
}

/** The next level: half as many nodes. @throws RangeError where a sum does not fit */
function joinNodes(level: Buffer): Buffer {
  const above = Buffer.allocUnsafe(level.length / 2);
  const { content, take } = openContent(level, 1, 2 * lineWords);
  for (let at = 0; at < above.length; at += lineBytes) {
    take(2 * at);
    above.write(hash('sha256', content, 'binary'), at, 'latin1');
    addSums(content, above, at + 32);
  }
  return above;
}

/** What is hashed: a byte that says whether it is a line or two nodes, then the words that are taken from a place of `bytes`. */
function openContent(
  bytes: Buffer,
  kind: 0 | 1,
  words: number,
): { readonly content: Buffer; readonly take: (at: number) => void } {
  const from = wordsOf(bytes);
  // Behind three bytes of nothing, so that what is taken begins at a whole word: a call for each copy takes longer than the words.
  const space = Buffer.allocUnsafeSlow(4 + 4 * words).fill(kind, 3, 4);
  const to = new Uint32Array(space.buffer, 4, words);
  const take = (at: number): void => {
    for (let word = 0, first = at / 4; word < words; word += 1) to[word] = from[first + word] as number;
  };
  return { content: space.subarray(3), take };
}

/** The bytes by fours; those that do not begin at a whole word, as the database gives them, are copied. */
function wordsOf(bytes: Buffer): Uint32Array {
  const { buffer, byteOffset } = bytes.byteOffset % 4 === 0 ? bytes : Uint8Array.from(bytes);
  return new Uint32Array(buffer, byteOffset, bytes.length / 4);
}

/** Writes the sum of both nodes in `content` to 16 bytes at `to`. By 32 bits at a time: a bigint for each is twice as slow. */
function addSums(content: Buffer, above: Buffer, to: number): void {
  let carry = 0;
  for (let byte = 12; byte >= 0; byte -= 4) {
    const sum = content.readUInt32BE(33 + byte) + content.readUInt32BE(33 + lineBytes + byte) + carry;
    above.writeUInt32BE(sum >>> 0, to + byte);
    carry = sum > 0xffff_ffff ? 1 : 0;
  }
  if (carry === 1) throw new RangeError('a sum has to be below 2^128');
}

/** The one node above a power of two of nodes. */
export function foldNodes(nodes: Buffer): Buffer {
  let level = nodes;
  while (level.length > lineBytes) level = joinNodes(level);
  return level;
}

/** All levels above a power of two of nodes, these first, the root alone in the last one; `height` levels above them at most. */
export function growLevels(nodes: Buffer, height = Infinity): readonly Buffer[] {
  const levels = [nodes];
  for (let level = nodes; level.length > lineBytes && levels.length <= height; levels.push(level))
    level = joinNodes(level);
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
