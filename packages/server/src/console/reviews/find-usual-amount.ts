import type { Units } from '@tern/money/units';

/** A completed transfer of the person: what it was worth in USDT base units, and when it was completed. */
export type FormerTransfer = { readonly usdtValue: Units; readonly at: Date };

/** A transfer counts towards what is usual once it has been completed for so long. */
const restMs = 86_400_000;

/**
 * What the person usually transfers: the median of what was completed a day or more before `before`, of an even number the
 * lower one of the middle two. One large transfer moves it by one place at most, and one of the last day not at all. Null
 * where nothing is that old. Pure.
 */
export function findUsualAmount(former: readonly FormerTransfer[], before: Date): Units | null {
  const values = former
    .filter(({ at }) => at.getTime() <= before.getTime() - restMs)
    .map(({ usdtValue }) => usdtValue)
    .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return values[Math.floor((values.length - 1) / 2)] ?? null;
}
