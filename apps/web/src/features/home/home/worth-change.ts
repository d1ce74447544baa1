import type { WorthView } from '@tern/contracts/routes/home';

/** Whole hundredths of the person's unit. */
export type ShownChange = {
  readonly since: string;
  readonly amount: bigint;
  readonly inOut: bigint;
  readonly rewards: bigint;
  readonly prices: bigint;
};

/** Base units of a value in a hundredth of its unit. */
const unitsPerCent = 10_000n;

type Convert = (value: string) => string;

/** A value of the ledger, rounded down, as whole hundredths of the person's unit. */
export function centsOf(value: string, convert: Convert): bigint {
  const isNegative = value.startsWith('-');
  const cents = BigInt(convert(isNegative ? value.slice(1) : value)) / unitsPerCent;
  return isNegative ? -cents : cents;
}

/**
 * The change of a line as it is shown: between its ends as they are shown, in parts that add up to it. What rounding takes from
 * the other parts is with prices. `upTo` is the point that is read; the last one where none is.
 */
export function showChange(
  { points, change }: Pick<WorthView, 'points' | 'change'>,
  convert: Convert,
  upTo?: number,
): ShownChange | undefined {
  const first = points.find((value) => value !== null);
  const last = points.at(upTo ?? -1) ?? undefined;
  if (change === null || first === undefined || last === undefined) return undefined;
  const amount = centsOf(last, convert) - centsOf(first, convert);
  const [inOut, rewards] = [centsOf(change.inOut, convert), centsOf(change.rewards, convert)];
  return { since: change.since, amount, inOut, rewards, prices: amount - inOut - rewards };
}

/** Hundredths of a unit as base units without a sign, for formatting. */
export function centsToUnits(cents: bigint): string {
  return String((cents < 0n ? -cents : cents) * unitsPerCent);
}
