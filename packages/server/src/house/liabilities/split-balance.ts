import type { LiabilityPart } from '@tern/proofs/liabilities/liability-part';
import { openDraws } from './draws.ts';
import { furtherPartsOf, noFurtherParts, type FurtherParts, type Spare } from './further-parts.ts';

/** What is owed to one owner at the moment of a snapshot. */
export type Owed = {
  /** Tron address of a wallet, or `house.<code>`. */
  readonly owner: string;
  /** Base units, from 1. */
  readonly amount: bigint;
};

export type SplitRules = {
  readonly snapshot: number;
  readonly assetId: string;
  /** Published: no part is larger, in base units. */
  readonly partMax: bigint;
  /** 32 secret bytes of the snapshot. Everything that looks random follows from them, so that it can be derived again. */
  readonly seed: Uint8Array;
};

/** The list tells little about the largest holders if no line is more than this part of all that is owed. */
const partsOfTotal = 512n;

/** The largest size of a part for an asset: 1, 2 or 5 times a power of ten, at least a 512th of what is owed. */
export function partMaxOf(owed: bigint): bigint {
  for (let power = 1n; ; power *= 10n) {
    const found = [power, 2n * power, 5n * power].find((size) => size * partsOfTotal >= owed);
    if (found !== undefined) return found;
  }
}

/** Into how many parts a balance is split at least, and how many more it could be. */
type PartCount = { readonly needed: bigint; readonly spare: Spare };

/** Splits the balances of one list, one after the other; nothing is kept between them but memory to work in. */
export type Splitter = {
  /** Into how many parts a balance is split at least under the seed, and how many more it could be. */
  readonly count: (owed: Owed) => PartCount;
  /** Tells of each part in turn. `nonce`: 32 hexadecimal digits. */
  readonly split: (
    owed: Owed,
    further: FurtherParts,
    tell: (part: number, amount: bigint, nonce: string) => void,
  ) => void;
};

export function openSplitter({ assetId, partMax, seed }: SplitRules): Splitter {
  const draws = openDraws(seed, assetId);
  /** What is drawn for the balance are the lowest bits of the first number: they hardly move the size of the first part. */
  const countDrawn = (amount: bigint): PartCount => {
    const wanted = (amount + partMax - 1n) / partMax + 1n;
    const needed = wanted < amount ? wanted : amount;
    return { needed, spare: { spare: amount - needed, draw: draws.lowNumber() } };
  };
  return {
    count: ({ owner, amount }) => {
      draws.begin(owner);
      return countDrawn(amount);
    },
    split: ({ owner, amount }, further, tell) => {
      draws.begin(owner);
      const { needed, spare } = countDrawn(amount);
      let left = needed + furtherPartsOf(spare, further);
      let rest = amount;
      let part = 0;
      for (; left > 1n; part += 1) {
        left -= 1n;
        // What the parts after this one can take at most, and need at least.
        const [most, least] = [left * partMax, left];
        const from = rest - most > 1n ? rest - most : 1n;
        const to = rest - least < partMax ? rest - least : partMax;
        const size = from + (((draws.number() >> 1n) * (to - from + 1n)) >> 127n);
        tell(part, size, draws.nonce());
        rest -= size;
        draws.next();
      }
      tell(part, rest, draws.nonce());
    },
  };
}

/**
 * Splits a balance at random into parts of at most `partMax`, one more than needed and `further` ones, so that no line of the list
 * shows anybody's balance. The same seed gives the same parts.
 */
export function splitBalance(
  owed: Owed,
  rules: SplitRules,
  further: FurtherParts = noFurtherParts,
): readonly LiabilityPart[] {
  const parts: LiabilityPart[] = [];
  const { snapshot, assetId } = rules;
  openSplitter(rules).split(owed, further, (part, amount, nonce) => {
    parts.push({ snapshot, assetId, owner: owed.owner, part, amount, nonce });
  });
  return parts;
}
