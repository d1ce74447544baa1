import { min, units, type Units } from '@tern/money/units';

export type FeeLimitDecision =
  | { readonly kind: 'pay'; readonly feeLimitSun: Units }
  /** More expensive than the house bears: the payment waits whole, for cheaper energy or an operator. */
  | { readonly kind: 'wait'; readonly feeLimitSun: Units; readonly maxSun: Units };

/**
 * How much energy a token transfer may burn: the simulated cost with a margin, twice the margin after one failure. What
 * the person pays was fixed in the draft and takes no part: more expensive energy costs the house more, or makes it wait.
 */
export function decideFeeLimit(input: {
  /** Sun the simulated transfer burns for energy. */
  readonly energyCostSun: Units;
  readonly failures: number;
  readonly marginPercent: number;
  /** Most that the house accepts, and the network. */
  readonly houseMaxSun: Units;
  readonly networkMaxSun: Units;
}): FeeLimitDecision {
  const percent = 100 + input.marginPercent * (1 + input.failures);
  // Rounded up: a limit one sun too low would fail on chain.
  const feeLimitSun = units((input.energyCostSun * BigInt(percent) + 99n) / 100n);
  const maxSun = min(input.houseMaxSun, input.networkMaxSun);
  return feeLimitSun > maxSun ? { kind: 'wait', feeLimitSun, maxSun } : { kind: 'pay', feeLimitSun };
}
