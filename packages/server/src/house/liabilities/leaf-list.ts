import { createHmac, hash } from 'node:crypto';
import { textOfPart, type LiabilityPart } from '@tern/proofs/liabilities/liability-part';
import type { SplitRules } from './split-balance.ts';

/** A line of the list: 32 bytes of commitment and 16 of the amount. A node of the tree: 32 of hash and 16 of the sum. */
export const lineBytes = 48;
const commitmentBytes = 32;

/** The list begins with as many lines, so that a small installation does not show how few people it has. */
const fewestLines = 1_024;

/** As many lines as a list has that needs at least `count`: a power of two. */
export function wholeLines(count: number): number {
  let whole = fewestLines;
  while (whole < count) whole *= 2;
  return whole;
}

export type LeafList = {
  readonly add: (part: LiabilityPart) => void;
  readonly count: () => number;
  /** All lines in the order of their commitments, padded to a power of two with lines of 0, of other bytes for each asset. */
  readonly finish: (rules: Pick<SplitRules, 'seed' | 'assetId'>) => Buffer;
};

/** Collects the lines of one asset. Sorted by commitment they are in random order, and none can stand there twice unseen. */
export function openLeafList(): LeafList {
  let lines = Buffer.alloc(lineBytes * fewestLines);
  let count = 0;
  /** The commitment as a text of bytes: Node gives a hash out as text three times as fast as bytes. */
  const put = (commitment: string, amount: bigint): void => {
    if ((count + 1) * lineBytes > lines.length) lines = Buffer.concat([lines, Buffer.alloc(lines.length)]);
    const at = count * lineBytes;
    lines.write(commitment, at, 'binary');
    // Both refuse what is negative or does not fit, with a RangeError.
    lines.writeBigUInt64BE(amount >> 64n, at + commitmentBytes);
    lines.writeBigUInt64BE(amount & 0xffff_ffff_ffff_ffffn, at + commitmentBytes + 8);
    count += 1;
  };
  return {
    count: () => count,
    add: (part) => put(hash('sha256', textOfPart(part), 'binary'), part.amount),
    finish: ({ seed, assetId }) => {
      const wanted = wholeLines(count);
      // A key of its own, and texts of one length: no hash of the padding leads to another one.
      const text = Buffer.concat([createHmac('sha256', seed).update(`padding:${assetId}`).digest(), Buffer.alloc(4)]);
      for (let padding = 0; count < wanted; padding += 1) {
        text.writeUInt32BE(padding, 32);
        put(hash('sha256', text, 'binary'), 0n);
      }
      return sortLines(lines.subarray(0, count * lineBytes));
    },
  };
}

/** By their first two bytes, then within each of these groups: commitments are spread evenly. */
function sortLines(lines: Buffer): Buffer {
  const count = lines.length / lineBytes;
  const ends = new Uint32Array(65_537);
  const groupOf = (at: number): number => lines.readUInt16BE(at * lineBytes);
  for (let at = 0; at < count; at += 1) {
    const next = groupOf(at) + 1;
    ends[next] = (ends[next] as number) + 1;
  }
  for (let group = 1; group < ends.length; group += 1)
    ends[group] = (ends[group] as number) + (ends[group - 1] as number);
  const starts = Uint32Array.from(ends);
  const order = new Uint32Array(count);
  for (let at = 0; at < count; at += 1) {
    const group = groupOf(at);
    const place = starts[group] as number;
    starts[group] = place + 1;
    order[place] = at;
  }
  const sorted = Buffer.allocUnsafe(lines.length);
  const compare = (one: number, other: number): number =>
    lines.compare(lines, other * lineBytes, (other + 1) * lineBytes, one * lineBytes, (one + 1) * lineBytes);
  for (let group = 0; group < 65_536; group += 1) order.subarray(ends[group], ends[group + 1]).sort(compare);
  for (const [place, at] of order.entries())
    lines.copy(sorted, place * lineBytes, at * lineBytes, (at + 1) * lineBytes);
  return sorted;
}
