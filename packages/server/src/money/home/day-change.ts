import type { DayChangeView, WorthView } from '@tern/contracts/routes/home';

const basisPointsPerWhole = 10_000n;

/**
 * What pages of 2.1.0 show beside the total: what prices did in the time that the line of worth covers, and its share of what was
 * there and came in.
 */
export function describeDayChange({ from, points, change, without }: WorthView): DayChangeView {
  if (change === null) return { since: from, amount: '0', basisPoints: null, without };
  const before = BigInt(points.find((point) => point !== null) ?? '0');
  const came = [change.inOut, change.rewards].map(BigInt).filter((part) => part > 0n);
  const base = came.reduce((sum, part) => sum + part, before);
  const basisPoints = base === 0n ? null : Number((BigInt(change.prices) * basisPointsPerWhole) / base);
  return { since: change.since, amount: change.prices, basisPoints, without };
}
