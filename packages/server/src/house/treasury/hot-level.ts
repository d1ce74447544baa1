import { units, type Units } from '@tern/money/units';

export type HotLevelSettings = {
  /** Largest part of customer liabilities that the hot wallet may hold, in basis points. */
  readonly shareBasisPoints: bigint;
  /** Never less than this, in base units: what one large payment needs. */
  readonly minimum: Units;
  /** The floor, in percent of the ceiling. */
  readonly floorPercent: bigint;
};

/** Between floor and ceiling nothing happens; outside, the hot wallet is brought to the target in their middle. */
export type HotLevel = { readonly floor: Units; readonly target: Units; readonly ceiling: Units };

/** Which day out of a hundred is the busiest that counts. */
const busyPercentile = 95n;

/** The amount that 95 of 100 days stay within (nearest rank); undefined for no days. */
export function percentile95(amounts: readonly bigint[]): bigint | undefined {
  const sorted = amounts.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const rank = (busyPercentile * BigInt(sorted.length) + 99n) / 100n;
  return sorted[Number(rank) - 1];
}

/**
 * How much the hot wallet should hold: the busy day's payments, but no more than the share of what is owed, and no less
 * than the minimum. Before the first payment the share alone decides. Pure.
 */
export function hotLevel(
  facts: { readonly owed: bigint; readonly dailyOutflows: readonly bigint[] },
  { shareBasisPoints, minimum, floorPercent }: HotLevelSettings,
): HotLevel {
  const share = (facts.owed * shareBasisPoints) / 10_000n;
  const busyDay = percentile95(facts.dailyOutflows) ?? share;
  const wanted = busyDay < share ? busyDay : share;
  const ceiling = wanted > minimum ? wanted : minimum;
  const floor = (ceiling * floorPercent) / 100n;
  return { floor: units(floor), target: units((floor + ceiling) / 2n), ceiling: units(ceiling) };
}

export type HotVerdict =
  | { readonly verdict: 'within' }
  /** Short by `missing` of the floor: deposit addresses are swept first and somebody is told. */
  | { readonly verdict: 'below'; readonly missing: Units }
  /** `amount` should go to cold storage. */
  | { readonly verdict: 'above'; readonly amount: Units };

/** Judges what the hot wallet holds that no payment under way will take. Pure. */
export function judgeHotLevel(available: bigint, { floor, target, ceiling }: HotLevel): HotVerdict {
  if (available < floor) return { verdict: 'below', missing: units(floor - available) };
  return available > ceiling ? { verdict: 'above', amount: units(available - target) } : { verdict: 'within' };
}
