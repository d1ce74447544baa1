const dayMs = 86_400_000;

/** How often the pool distributes, in whole hours that divide a day, so that one of the times is always 00:00 UTC. */
export type Schedule = { readonly everyHours: number };

/** The last scheduled time at or before a moment. Pure. */
export function lastTimeBefore({ everyHours }: Schedule, at: Date): Date {
  const stepMs = everyHours * 3_600_000;
  const dayStartMs = Math.floor(at.getTime() / dayMs) * dayMs;
  return new Date(dayStartMs + Math.floor((at.getTime() - dayStartMs) / stepMs) * stepMs);
}

/** Whether a moment is one of the scheduled times. Pure. */
export function isTimeOf({ everyHours }: Schedule, at: Date): boolean {
  return at.getTime() % (everyHours * 3_600_000) === 0;
}

/** The next scheduled time after a moment. Pure. */
export function nextTimeAfter(schedule: Schedule, at: Date): Date {
  return new Date(lastTimeBefore(schedule, at).getTime() + schedule.everyHours * 3_600_000);
}
