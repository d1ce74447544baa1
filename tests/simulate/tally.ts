import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Outcome } from './run-schedule.ts';

/** What all schedules so far came to; kept in a file, so that a run goes on where the last one was stopped. */
export type Tally = {
  nextSeed: number;
  schedules: number;
  steps: number;
  virtualMs: number;
  failedSeeds: number[];
  coverage: Record<string, number>;
};

export function readTally(file: string, firstSeed: number): Tally {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Tally;
  return { nextSeed: firstSeed, schedules: 0, steps: 0, virtualMs: 0, failedSeeds: [], coverage: {} };
}

export function addToTally(tally: Tally, seed: number, outcome: Outcome): void {
  tally.nextSeed = seed + 1;
  tally.schedules += 1;
  tally.steps += outcome.steps;
  tally.virtualMs += outcome.virtualMs;
  if (outcome.violations.length > 0) tally.failedSeeds.push(seed);
  for (const [what, times] of [...outcome.coverage, ...outcome.thrown])
    tally.coverage[what] = (tally.coverage[what] ?? 0) + Math.max(0, times);
}

export function writeTally(file: string, tally: Tally): void {
  const coverage = Object.fromEntries(
    Object.entries(tally.coverage).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
  writeFileSync(file, `${JSON.stringify({ ...tally, coverage }, null, 2)}\n`);
}
