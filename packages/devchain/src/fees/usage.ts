import { fullWindowMilliSlots } from '../state/stakes.ts';
import type { Usage } from '../state/stakes.ts';

/** Averages are kept with this many parts of a unit (java-tron `PRECISION`). */
const precision = 1_000_000n;
const slotMs = 3_000;
const milli = 1_000n;

/**
 * Uses `units` more as of `nowMs`: what was used before has faded by the time that passed, and the window becomes the mean
 * of both, weighed by use (java-tron `ResourceProcessor.increaseV2`).
 */
export function increaseUsage(usage: Usage, units: bigint, nowMs: number): Usage {
  const windowSlots = slotsOf(usage.windowMilliSlots);
  const elapsed = BigInt(Math.max(0, slotOf(nowMs) - slotOf(usage.atMs)));
  const average = fade(divideUp(usage.used * precision, windowSlots), windowSlots, elapsed);
  const fullSlots = slotsOf(fullWindowMilliSlots);
  const added = divideUp(units * precision, fullSlots);
  const used = (average * windowSlots + added * fullSlots) / precision;
  const remaining = (average * windowSlots) / precision;
  if (remaining === 0n || used === 0n) return { used, atMs: nowMs, windowMilliSlots: fullWindowMilliSlots };
  const remainingWindow = usage.windowMilliSlots - elapsed * milli;
  return {
    used,
    atMs: nowMs,
    windowMilliSlots: capWindow(divideUp(remaining * remainingWindow + units * fullWindowMilliSlots, used)),
  };
}

/** What still counts as used at `nowMs`. */
export function usedAt(usage: Usage, nowMs: number): bigint {
  return increaseUsage(usage, 0n, nowMs).used;
}

/** Takes `units` of another account's use over, with the window it has there. Both as of one time. */
export function takeOverUsage(own: Usage, other: Usage, units: bigint): Usage {
  const used = own.used + units;
  if (used === 0n) return { ...own, windowMilliSlots: fullWindowMilliSlots };
  const weighed = own.used * own.windowMilliSlots + units * other.windowMilliSlots;
  return { ...own, used, windowMilliSlots: capWindow(divideUp(weighed, used)) };
}

function fade(average: bigint, windowSlots: bigint, elapsed: bigint): bigint {
  if (elapsed === 0n) return average;
  if (elapsed >= windowSlots) return 0n;
  // Rounded half up.
  return (average * (windowSlots - elapsed) * 2n + windowSlots) / (windowSlots * 2n);
}

function slotsOf(milliSlots: bigint): bigint {
  const slots = milliSlots / milli;
  return slots === 0n ? 1n : slots;
}

function slotOf(timeMs: number): number {
  return Math.floor(timeMs / slotMs);
}

function divideUp(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by;
}

function capWindow(milliSlots: bigint): bigint {
  return milliSlots < fullWindowMilliSlots ? milliSlots : fullWindowMilliSlots;
}
