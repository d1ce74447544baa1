import { isTimeOf, lastTimeBefore, nextTimeAfter, type Schedule } from './schedule.ts';

const hourMs = 3_600_000;
/** Whoever is given less is told so long before. */
const noticeMs = 24 * hourMs;
const allBasisPoints = 10_000n;

/** How often the pool distributes, and what part of itself each time. */
export type PoolSchedule = Schedule & { readonly shareBasisPoints: bigint };

/** One that operators decided, and the moment it is in force from. */
export type PlannedSchedule = PoolSchedule & { readonly from: Date };

/** In the order in which they were decided; the first was in force from the beginning. A later one overtakes those before. */
export type Schedules = readonly [PlannedSchedule, ...PlannedSchedule[]];

/** What is in force at a moment. Pure. */
export function scheduleAt(schedules: Schedules, at: Date): PoolSchedule {
  return schedules.findLast(({ from }) => from <= at) ?? schedules[0];
}

/** What comes into force after a moment, in order. What is overtaken, or changes nothing, is not there. Pure. */
export function listPlanned(schedules: Schedules, after: Date): readonly PlannedSchedule[] {
  let before = scheduleAt(schedules, after);
  return schedules.slice(1).filter((schedule, index, decided) => {
    const { from } = schedule;
    if (from <= after || decided.slice(index + 1).some((later) => later.from <= from)) return false;
    const changes = !isSame(schedule, before);
    before = schedule;
    return changes;
  });
}

/**
 * When a period that began then ends, as far as that has come by now: at the last scheduled time there was, so that a standstill
 * lengthens a period and never skips one, but never beyond a change of the schedule: what was published holds up to it. Pure.
 */
export function endOfPeriod(schedules: Schedules, startsAt: Date, now: Date): Date {
  const [change] = listPlanned(schedules, startsAt);
  return change !== undefined && change.from <= now
    ? change.from
    : lastTimeBefore(scheduleAt(schedules, startsAt), now);
}

/**
 * From when on a schedule decided now is in force: the next time that belongs to it and to what is in force until then, so that
 * every period has its whole length. Where it is worse than anything that people have been told, not before 24 hours have
 * passed. Undefined where it is what has been decided already. Pure.
 */
export function findStart(
  schedules: Schedules,
  next: PoolSchedule,
  now: Date,
): { readonly from: Date; readonly worse: boolean } | undefined {
  const current = scheduleAt(schedules, now);
  const planned = listPlanned(schedules, now);
  if (isSame(next, planned.at(-1) ?? current)) return undefined;
  const worse = [current, ...planned].some((told) => isWorse(next, told));
  let from = nextTimeAfter({ everyHours: 1 }, worse ? new Date(now.getTime() + noticeMs - 1) : now);
  const untilThen = (): PoolSchedule => scheduleAt(schedules, new Date(from.getTime() - 1));
  // At the latest at 00:00 UTC, which is a time of every schedule.
  while (!isTimeOf(next, from) || !isTimeOf(untilThen(), from)) from = new Date(from.getTime() + hourMs);
  return { from, worse };
}

/** Whether a schedule gives less of the pool in a day than another, or gives less often. Exact and pure. */
export function isWorse(next: PoolSchedule, than: PoolSchedule): boolean {
  if (next.everyHours > than.everyHours) return true;
  const [one, other] = [keptInDay(next), keptInDay(than)];
  return one.kept * other.of > other.kept * one.of;
}

/** What is left of the pool after a day in which nothing comes in. */
function keptInDay({ everyHours, shareBasisPoints }: PoolSchedule): { readonly kept: bigint; readonly of: bigint } {
  const times = BigInt(24 / everyHours);
  return { kept: (allBasisPoints - shareBasisPoints) ** times, of: allBasisPoints ** times };
}

function isSame(one: PoolSchedule, other: PoolSchedule): boolean {
  return one.everyHours === other.everyHours && one.shareBasisPoints === other.shareBasisPoints;
}
