import { beginningOfPart } from '@tern/proofs/liabilities/liability-part';
import type { SplitRules } from './split-balance.ts';

/** Writes what the lines of one owner after the other commit to, always into the same memory: a list has millions. */
export type LeafTexts = {
  readonly begin: (owner: string) => void;
  /** The text of a part as bytes, until the next one is asked for. `nonce`: hexadecimal. */
  readonly textOf: (part: number, amount: bigint, nonce: string) => Buffer;
};

/** What comes after the owner: three colons, a part and an amount of at most 39 digits each, and the nonce. */
const longestRest = 128;

export function openLeafTexts({ snapshot, assetId }: Pick<SplitRules, 'snapshot' | 'assetId'>): LeafTexts {
  let text = Buffer.alloc(0);
  /** Views of the text by their length: making one takes longer than filling it. */
  let views: Buffer[] = [];
  let begins = 0;
  return {
    begin: (owner) => {
      const beginning = beginningOfPart({ snapshot, assetId, owner });
      if (beginning.length + longestRest > text.length) {
        text = Buffer.alloc(beginning.length + longestRest);
        views = Array.from({ length: text.length + 1 }, (_, length) => text.subarray(0, length));
      }
      begins = text.write(beginning, 0, 'latin1');
    },
    textOf: (part, amount, nonce) => {
      const ends = begins + text.write(`${part}:${amount}:${nonce}`, begins, 'latin1');
      return views[ends] ?? text.subarray(0, ends);
    },
  };
}
