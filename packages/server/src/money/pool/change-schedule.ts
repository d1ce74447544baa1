import type { DbTx } from '@tern/db/database';
import { findStart, type PoolSchedule } from './pool-schedule.ts';
import { insertSchedule, lockSchedules } from './schedule-store.ts';

/**
 * Decides how the pool distributes from the end of a period on: the running one, or where people get less or less often, one
 * that ends no sooner than 24 hours from now. Returns that moment; undefined where it is decided so already.
 */
export async function changeSchedule(
  tx: DbTx,
  settings: PoolSchedule,
  { everyHours, shareBasisPoints }: PoolSchedule,
): Promise<Date | undefined> {
  const { schedules, now } = await lockSchedules(tx, settings);
  const next = { everyHours, shareBasisPoints };
  const start = findStart(schedules, next, now);
  if (start === undefined) return undefined;
  await insertSchedule(tx, { ...next, ...start, number: schedules.length + 1, decidedAt: now });
  return start.from;
}
