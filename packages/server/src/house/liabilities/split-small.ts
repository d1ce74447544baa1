import type { DrawHashes } from './draw-hashes.ts';
import { hashBytes } from './draw-hashes.ts';
import { makeLimbs, readFraction, subtract, subtractSmall, takeFraction, type Limbs, type Sized } from './limbs.ts';

/** A part of a balance. Its nonce are the 16 bytes at `at`. All of it is written over by the next part. */
export type TellPart = (part: number, amount: Sized, nonce: Uint8Array, at: number) => void;

/** Splits balances of at most `partMax`, which are all but a few hundred of a list, without bigints. */
export type SmallSplitter = {
  /**
   * Tells of each part in turn; the balance is used up by it. `first`: where the owner's first hash stands; the hashes after it are
   * asked for.
   */
  readonly split: (balance: Sized, parts: number, first: { readonly bytes: Buffer; readonly at: number }) => void;
};

/**
 * The parts are those of `openSplitter`. Where the whole balance is not above `partMax`, a part is from 1 to what leaves one unit
 * for each part after it.
 */
export function openSmallSplitter(hashes: DrawHashes, tell: TellPart): SmallSplitter {
  const further = Buffer.alloc(hashBytes);
  const [fraction, span, size]: [Limbs, Limbs, Limbs] = [makeLimbs(), makeLimbs(), makeLimbs()];
  return {
    split: (rest, parts, first) => {
      const { width } = rest;
      const part = { limbs: size, width };
      let { bytes, at } = first;
      for (let index = 0; index < parts; index += 1) {
        if (index > 0 && index % 2 === 0) {
          hashes.write(index / 2, further, 0);
          [bytes, at] = [further, 0];
        }
        const draw = at + (index % 2) * (hashBytes / 2);
        const after = parts - index - 1;
        if (after === 0) {
          tell(index, rest, bytes, draw);
          break;
        }
        readFraction(bytes, draw + 16, fraction);
        subtractSmall(rest, after, span);
        takeFraction(fraction, { limbs: span, width }, size);
        subtractSmall(part, -1, size);
        tell(index, part, bytes, draw);
        subtract(rest, size);
      }
    },
  };
}
