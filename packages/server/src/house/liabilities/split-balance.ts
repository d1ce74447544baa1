import { hash } from 'node:crypto';
import type { LiabilityPart } from '@tern/proofs/liabilities/liability-part';
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

/**
 * Splits a balance at random into parts of at most `partMax`, one more than needed and `further` ones, so that no line of the list
 * shows anybody's balance. The same seed gives the same parts.
 */
export function splitBalance(
  { owner, amount }: Owed,
  { snapshot, assetId, partMax, seed }: SplitRules,
  further: FurtherParts = noFurtherParts,
): readonly LiabilityPart[] {
  const parts: LiabilityPart[] = [];
  const draw = openDraw(seed, `${assetId}:${owner}`);
  let first = draw();
  const { needed, spare } = countParts(amount, partMax, first);
  let left = needed + furtherPartsOf(spare, further);
  let rest = amount;
  for (let part = 0; left > 0n; part += 1) {
    left -= 1n;
    // What the parts after this one can take at most, and need at least.
    const [most, least] = [left * partMax, left];
    const from = rest - most > 1n ? rest - most : 1n;
    const to = rest - least < partMax ? rest - least : partMax;
    const size = from + (((first.number >> 1n) * (to - from + 1n)) >> 127n);
    parts.push({ snapshot, assetId, owner, part, amount: size, nonce: first.nonce });
    rest -= size;
    if (left > 0n) first = draw();
  }
  return parts;
}

/** Into how many parts a balance is split at least, and how many more it could be. */
type PartCount = { readonly needed: bigint; readonly spare: Spare };

/** Into how many parts a balance is split at least under a seed, and how many more it could be. */
export function countPartsOf({ owner, amount }: Owed, { assetId, partMax, seed }: SplitRules): PartCount {
  return countParts(amount, partMax, openDraw(seed, `${assetId}:${owner}`)());
}

/** What is drawn for the balance are the lowest bits of the first number: they hardly move the size of the first part. */
function countParts(amount: bigint, partMax: bigint, first: Drawn): PartCount {
  const wanted = (amount + partMax - 1n) / partMax + 1n;
  const needed = wanted < amount ? wanted : amount;
  return { needed, spare: { spare: amount - needed, draw: BigInt.asUintN(62, first.number) } };
}

type Drawn = {
  /** 16 bytes in hex. */
  readonly nonce: string;
  /** From 0 to 2^128 - 1. */
  readonly number: bigint;
};

/**
 * Secret bytes for one owner, two draws from each hash. The seed stands before what is hashed, and of the 64 bytes nobody
 * is told more than 32, so that nothing can be continued from them.
 */
function openDraw(seed: Uint8Array, subject: string): () => Drawn {
  const begins = seed.length + subject.length + 1;
  const content = Buffer.allocUnsafe(begins + longestNumber);
  content.set(seed);
  content.write(`${subject}:`, seed.length, 'latin1');
  let drawn = 0;
  let hex = '';
  return () => {
    const second = drawn % 2 === 1;
    if (!second) {
      const ends = begins + content.write(String(drawn / 2), begins, 'latin1');
      // As text, which Node gives out three times as fast as bytes.
      hex = hash('sha512', content.subarray(0, ends), 'hex');
    }
    drawn += 1;
    const from = second ? 64 : 0;
    return { nonce: hex.slice(from, from + 32), number: BigInt(`0x${hex.slice(from + 32, from + 64)}`) };
  };
}

/** Digits of the number of a hash. */
const longestNumber = 16;
