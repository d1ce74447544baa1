import { createHmac, hash } from 'node:crypto';
import { textOfPart, type LiabilityPart } from '@tern/proofs/liabilities/liability-part';
import { limbsOf, writeSixteen, type Sized } from './limbs.ts';
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
  /** The same for a part whose text stands in bytes already. `amount`: base units. */
  readonly addText: (text: Buffer, amount: Sized) => void;
  /** All lines in the order of their commitments, padded to a power of two with lines of 0, of other bytes for each asset. */
  readonly finish: (rules: Pick<SplitRules, 'seed' | 'assetId'>) => Buffer;
};

/**
 * Collects the lines of one asset. Sorted by commitment they are in random order, and none can stand there twice unseen. `expected`:
 * room is made for as many at first.
 */
export function openLeafList(expected: number = fewestLines): LeafList {
  let lines = Buffer.alloc(lineBytes * expected);
  let count = 0;
  const put = (commitment: string, amount: Sized): void => {
    if ((count + 1) * lineBytes > lines.length) lines = Buffer.concat([lines, Buffer.alloc(lines.length)]);
    const at = count * lineBytes;
    // A text of bytes: Node gives a hash out as text three times as fast as bytes.
    lines.write(commitment, at, 'latin1');
    writeSixteen(amount, lines, at + commitmentBytes);
    count += 1;
  };
  return {
    addText: (text, amount) => put(hash('sha256', text, 'binary'), amount),
    add: (part) => put(hash('sha256', textOfPart(part), 'binary'), limbsOf(part.amount)),
    finish: ({ seed, assetId }) => {
      const wanted = wholeLines(count);
      // A key of its own, and texts of one length: no hash of the padding leads to another one.
      const text = Buffer.concat([createHmac('sha256', seed).update(`padding:${assetId}`).digest(), Buffer.alloc(4)]);
      for (let padding = 0; count < wanted; padding += 1) {
        text.writeUInt32BE(padding, 32);
        put(hash('sha256', text, 'binary'), nothing);
      }
      return sortLines(lines.subarray(0, count * lineBytes));
    },
  };
}

const nothing = limbsOf(0n);

const wordsPerLine = lineBytes / 4;

/**
 * By their first four bytes, two at a time from the right; the few that begin alike are then compared whole. The result is in memory
 * that a thread can share.
 */
function sortLines(lines: Buffer): Buffer {
  const count = lines.length / lineBytes;
  const keys = new Uint32Array(count);
  let order: Uint32Array = new Uint32Array(count);
  for (let line = 0; line < count; line += 1) {
    keys[line] = lines.readUInt32BE(line * lineBytes);
    order[line] = line;
  }
  for (const shift of [0, 16]) order = countingSort(order, keys, shift);
  settleTies(order, keys, lines);
  const sorted = Buffer.from(new SharedArrayBuffer(lines.length));
  const from = new Uint32Array(lines.buffer, lines.byteOffset, count * wordsPerLine);
  const to = new Uint32Array(sorted.buffer);
  for (let place = 0; place < count; place += 1) {
    const at = (order[place] as number) * wordsPerLine;
    for (let word = 0; word < wordsPerLine; word += 1) to[place * wordsPerLine + word] = from[at + word] as number;
  }
  return sorted;
}

/** Orders by 16 bits of the keys; lines that are alike in them stay in their order. */
function countingSort(order: Uint32Array, keys: Uint32Array, shift: number): Uint32Array {
  const places = new Uint32Array(65_537);
  const groupOf = (line: number): number => ((keys[line] as number) >>> shift) & 0xffff;
  for (let at = 0; at < order.length; at += 1) {
    const next = groupOf(order[at] as number) + 1;
    places[next] = (places[next] as number) + 1;
  }
  for (let group = 1; group < places.length; group += 1)
    places[group] = (places[group] as number) + (places[group - 1] as number);
  const sorted = new Uint32Array(order.length);
  for (let at = 0; at < order.length; at += 1) {
    const line = order[at] as number;
    const group = groupOf(line);
    const place = places[group] as number;
    places[group] = place + 1;
    sorted[place] = line;
  }
  return sorted;
}

function settleTies(order: Uint32Array, keys: Uint32Array, lines: Buffer): void {
  const compare = (one: number, other: number): number =>
    lines.compare(lines, other * lineBytes, (other + 1) * lineBytes, one * lineBytes, (one + 1) * lineBytes);
  const keyAt = (place: number): number | undefined => keys[order[place] as number];
  for (let from = 0; from < order.length;) {
    let to = from + 1;
    while (to < order.length && keyAt(to) === keyAt(from)) to += 1;
    if (to - from > 1) order.subarray(from, to).sort(compare);
    from = to;
  }
}
