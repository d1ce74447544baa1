import type { DayChangeView } from '@tern/contracts/routes/home';
import type { AssetId } from '@tern/money/asset';
import type { Ratio } from '@tern/money/ratio';

/** One asset of a wallet over the time looked at. */
export type AssetCourse = {
  readonly assetId: AssetId;
  /** Base units at the end. */
  readonly balance: bigint;
  /** What came (positive) and went, base units, with the price of that moment. */
  readonly moves: readonly { readonly amount: bigint; readonly price: Ratio | undefined }[];
  readonly priceBefore: Ratio | undefined;
  readonly priceNow: Ratio | undefined;
};

const basisPointsPerWhole = 10_000n;

/**
 * What prices alone did: value at the end, less value at the beginning, less what came in and plus what went out, each at
 * the price of its moment. An asset that had no price when one was needed is left out and named. Values are rounded towards
 * zero once, at the end.
 */
export function computeDayChange(courses: readonly AssetCourse[]): Omit<DayChangeView, 'since'> {
  const without: AssetId[] = [];
  let change: Fraction = zeroFraction;
  let base: Fraction = zeroFraction;
  for (const course of courses) {
    const { balance, moves, priceNow, priceBefore } = course;
    const before = balance - moves.reduce((sum, { amount }) => sum + amount, 0n);
    if (balance === 0n && before === 0n && moves.length === 0) continue;
    const unpriced =
      (balance !== 0n && priceNow === undefined) ||
      (before !== 0n && priceBefore === undefined) ||
      moves.some(({ price }) => price === undefined);
    if (unpriced) {
      without.push(course.assetId);
      continue;
    }
    const valueBefore = times(before, priceBefore);
    change = plus(plus(change, times(balance, priceNow)), negative(valueBefore));
    base = plus(base, valueBefore);
    for (const { amount, price } of moves) {
      const value = times(amount, price);
      change = plus(change, negative(value));
      if (amount > 0n) base = plus(base, value);
    }
  }
  const whole = change.numerator / change.denominator;
  return { amount: whole.toString(), basisPoints: basisPointsOf(change, base), without };
}

function basisPointsOf(change: Fraction, base: Fraction): number | null {
  if (base.numerator <= 0n) return null;
  return Number((change.numerator * base.denominator * basisPointsPerWhole) / (change.denominator * base.numerator));
}

/** Signed, unlike a `Ratio` of amounts. */
type Fraction = { readonly numerator: bigint; readonly denominator: bigint };
const zeroFraction: Fraction = { numerator: 0n, denominator: 1n };

function times(amount: bigint, price: Ratio | undefined): Fraction {
  return price === undefined ? zeroFraction : { numerator: amount * price.numerator, denominator: price.denominator };
}

function plus(one: Fraction, other: Fraction): Fraction {
  if (one.denominator === other.denominator) {
    return { numerator: one.numerator + other.numerator, denominator: one.denominator };
  }
  return {
    numerator: one.numerator * other.denominator + other.numerator * one.denominator,
    denominator: one.denominator * other.denominator,
  };
}

function negative({ numerator, denominator }: Fraction): Fraction {
  return { numerator: -numerator, denominator };
}
