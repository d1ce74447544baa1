import { beginningOfPart } from '@tern/proofs/liabilities/liability-part';
import { writeDecimal, type Sized } from './limbs.ts';
import type { SplitRules } from './split-balance.ts';

/**
 * Writes what the lines of one owner after the other commit to, always into the same memory and digit by digit: a list has millions,
 * and strings took four times as long.
 */
export type LeafTexts = {
  /** Goes to the owner whose name stands in these bytes. */
  readonly begin: (text: Uint8Array, from: number, to: number) => void;
  /** The text of a part as bytes, until the next one is asked for. Its nonce are the 16 bytes at `at`. */
  readonly textOf: (part: number, amount: Sized, nonce: Uint8Array, at: number) => Buffer;
};

/** What comes after the owner: three colons, a part and an amount of at most 39 digits each, and the nonce. */
const longestRest = 128;

const nonceBytes = 16;
const colon = 0x3a;
const hexDigits = Buffer.from('0123456789abcdef', 'latin1');

export function openLeafTexts({ snapshot, assetId }: Pick<SplitRules, 'snapshot' | 'assetId'>): LeafTexts {
  // With an owner without a name it ends in two colons.
  const beginning = beginningOfPart({ snapshot, assetId, owner: '' }).slice(0, -1);
  let text = Buffer.alloc(0);
  /** Views of the text by their length: making one takes longer than filling it. */
  let views: Buffer[] = [];
  let begins = 0;
  const makeRoom = (ownerLength: number): void => {
    text = Buffer.alloc(beginning.length + ownerLength + longestRest);
    text.write(beginning, 0, 'latin1');
    views = Array.from({ length: text.length + 1 }, (_, length) => text.subarray(0, length));
  };
  return {
    begin: (owners, from, to) => {
      if (beginning.length + to - from + longestRest > text.length) makeRoom(to - from);
      begins = beginning.length;
      for (let at = from; at < to; at += 1, begins += 1) text[begins] = owners[at] as number;
      text[begins] = colon;
      begins += 1;
    },
    textOf: (part, amount, nonce, at) => {
      let ends = writeCount(part, text, begins);
      text[ends] = colon;
      ends = writeDecimal(amount, text, ends + 1);
      text[ends] = colon;
      ends += 1;
      for (let byte = at; byte < at + nonceBytes; byte += 1, ends += 2) {
        const value = nonce[byte] as number;
        text[ends] = hexDigits[value >> 4] as number;
        text[ends + 1] = hexDigits[value & 15] as number;
      }
      return views[ends] ?? text.subarray(0, ends);
    },
  };
}

/** Nearly all parts have a single digit. */
function writeCount(count: number, text: Buffer, at: number): number {
  if (count >= 10) return at + text.write(String(count), at, 'latin1');
  text[at] = 0x30 + count;
  return at + 1;
}
