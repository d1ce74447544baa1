import type { LoggedDay } from './log-leaf.ts';
import { openLog } from './open-log.ts';

/** A day with the hash of the log whose last day it is, hexadecimal. */
export type HeadedDay = LoggedDay & { readonly head: string };

/**
 * What is wrong with the days of a log. `day-missing`: a day is not there, or not in its place. `head`: the hash of the log does
 * not follow from its days, so one of them was changed. `published`: a published log was another one.
 */
export type LogFault = { readonly name: 'day-missing' | 'head' | 'published'; readonly finding: string };

/** A log as it was published: by a statement, or to somebody who kept it. */
export type PublishedHead = { readonly size: number; readonly hash: string; readonly where: string };

/**
 * Looks whether days, given from the first, follow each other without a gap, whether each head follows from them, and whether
 * each published log is the beginning of this one. Gives the first fault. Pure.
 */
export function checkDays(days: readonly HeadedDay[], published: readonly PublishedHead[]): LogFault | undefined {
  const log = openLog();
  for (const [index, day] of days.entries()) {
    const before = days[index - 1];
    if (day.position !== index || (before !== undefined && day.day !== dayAfter(before.day)))
      return { name: 'day-missing', finding: `${day.day} stands at ${day.position} after ${before?.day ?? 'nothing'}` };
    if (log.add(day) !== day.head) return { name: 'head', finding: `the log up to ${day.day} has another hash` };
  }
  for (const { size, hash, where } of published) {
    const day = days[size - 1];
    if (day === undefined) return { name: 'day-missing', finding: `${where} has ${size} days, the log ${days.length}` };
    if (day.head !== hash) return { name: 'published', finding: `${where} has another log up to ${day.day}` };
  }
  return undefined;
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
