import type { PriceHistoryView } from '@tern/contracts/routes/home';
import type { AssetView } from '@tern/contracts/routes/installation';

/** The prices of one asset as numbers a line is drawn by; undefined in gaps, empty where nothing is known. For drawing only. */
export function courseOf(
  history: PriceHistoryView | undefined,
  assetId: AssetView['id'],
): readonly (number | undefined)[] {
  // The unit of all prices always costs one of itself: a flat line, as long as the others.
  if (assetId === 'usdt') return (history?.series[0]?.points ?? []).map(() => 1);
  const points = history?.series.find((each) => each.assetId === assetId)?.points ?? [];
  return points.map((price) => (price === null ? undefined : Number(price)));
}

/** When each of `count` points at equal steps was. */
export function momentOf(
  { from, until }: { readonly from: string; readonly until: string },
  index: number,
  count: number,
): Date {
  const [start, end] = [Date.parse(from), Date.parse(until)];
  return new Date(start + ((end - start) * index) / Math.max(1, count - 1));
}

/** How much of a course may be unknown at its start: of a day, about an hour. */
const lateStartShare = 1 / 20;

/**
 * By how much the last price differs from the first one, in parts per million; undefined without both. Where prices are known
 * only for the end of the range, what they did is not what the range did, and nothing is said.
 */
export function changeOf(course: readonly (number | undefined)[]): number | undefined {
  const start = course.findIndex((price) => price !== undefined);
  const [first, last] = [course[start], course.at(-1)];
  if (first === undefined || last === undefined || start > (course.length - 1) * lateStartShare) return undefined;
  return Math.round((last / first - 1) * 1_000_000);
}
