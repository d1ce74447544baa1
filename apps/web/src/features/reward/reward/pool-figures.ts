import type { PoolView } from '@tern/contracts/routes/pool';
import { unitsFromWire } from '@tern/money/units';

/** The person's part of what all people hold, in parts per million, rounded down; undefined where nobody holds any. */
export function holdingShare({ held, heldByAll }: Pick<PoolView, 'held' | 'heldByAll'>): number | undefined {
  const all = unitsFromWire(heldByAll);
  return all === 0n ? undefined : Number((unitsFromWire(held) * 1_000_000n) / all);
}

/**
 * What the next distribution would pay this person if pool and holdings stayed as they are, in base units; undefined where
 * it would pay nothing.
 */
export function estimateNext(
  pool: Pick<PoolView, 'held' | 'heldByAll' | 'nextAmount' | 'excluded'>,
): string | undefined {
  const all = unitsFromWire(pool.heldByAll);
  if (pool.excluded !== null || all === 0n) return undefined;
  const part = (unitsFromWire(pool.nextAmount) * unitsFromWire(pool.held)) / all;
  return part === 0n ? undefined : part.toString();
}

/** How much of the time between two distributions has passed: 0 to 1. */
export function pastShare({ everyHours }: Pick<PoolView, 'everyHours'>, secondsLeft: number): number {
  return Math.min(1, Math.max(0, 1 - secondsLeft / (everyHours * 3600)));
}

/** Hours, minutes and seconds with colons between, as on a clock: `05:42:18`. */
export function formatTimeLeft(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
