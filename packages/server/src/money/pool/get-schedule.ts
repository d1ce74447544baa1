import { toWire } from '@tern/base/to-wire';
import type { PoolView } from '@tern/contracts/routes/pool';
import type { DbReader } from '@tern/db/database';
import { listPlanned, scheduleAt, type PlannedSchedule, type PoolSchedule } from './pool-schedule.ts';
import { readSchedules } from './schedule-store.ts';
import { nextTimeAfter } from './schedule.ts';

/** What is in force at a moment, its next time, and what operators have decided for later, in order. */
type ScheduleNow = PoolSchedule & { readonly nextAt: Date; readonly planned: readonly PlannedSchedule[] };

export async function getSchedule(db: DbReader, settings: PoolSchedule, now: Date): Promise<ScheduleNow> {
  const schedules = await readSchedules(db, settings);
  const { everyHours, shareBasisPoints } = scheduleAt(schedules, now);
  return {
    everyHours,
    shareBasisPoints,
    nextAt: nextTimeAfter({ everyHours }, now),
    planned: listPlanned(schedules, now),
  };
}

export function renderSchedule({
  nextAt,
  planned,
  ...current
}: ScheduleNow): Pick<PoolView, 'everyHours' | 'shareBasisPoints' | 'nextAt' | 'planned'> {
  const render = ({ everyHours, shareBasisPoints }: PoolSchedule) => ({
    everyHours,
    shareBasisPoints: Number(shareBasisPoints),
  });
  return toWire({
    ...render(current),
    nextAt,
    planned: planned.map((schedule) => ({ ...render(schedule), from: schedule.from })),
  });
}
