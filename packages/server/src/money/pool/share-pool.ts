import { assert } from '@tern/base/assert';
import { multiplyFloor, ratio } from '@tern/money/ratio';
import { units, type Units } from '@tern/money/units';

/** Version 1 of the published formula; a change is a new number and never applies to a period that has begun. */
export const formulaVersion = 1;

/** What of the pool is distributed: its share, rounded down. */
export function shareOfPool(pool: Units, shareBasisPoints: bigint): Units {
  return multiplyFloor(pool, ratio(shareBasisPoints, 10_000n));
}

/**
 * A part for each weight: the distributed amount times weight over all weights, rounded down. Parts plus remainder are the
 * amount, to the unit; the remainder stays in the pool. The database computes the same in `fixShares`. Pure.
 */
export function partsOf(
  distributed: Units,
  weights: readonly bigint[],
): { readonly parts: readonly Units[]; readonly remainder: Units } {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  const parts = weights.map((weight) => (total === 0n ? units(0n) : units((distributed * weight) / total)));
  const given = parts.reduce<bigint>((sum, part) => sum + part, 0n);
  assert(given <= distributed, 'parts are more than the whole');
  return { parts, remainder: units(distributed - given) };
}
