import type { PoolView } from '@tern/contracts/routes/pool';
import { unitsFromWire } from '@tern/money/units';

/** A part of what all people hold, in parts per million, rounded down; undefined where nobody holds any. */
export function holdingShare({ held, heldByAll }: Pick<PoolView, 'held' | 'heldByAll'>): number | undefined {
  const all = unitsFromWire(heldByAll);
  return all === 0n ? undefined : Number((unitsFromWire(held) * 1_000_000n) / all);
}

/**
 * What the next distribution would pay this person of the pool if pool and holdings stayed as they are, in base units; undefined
 * where it would pay nothing. By their average of the whole period, as the distribution weighs them; of all others only what
 * they hold now is known.
 */
export function estimateNext(
  pool: Pick<PoolView, 'average' | 'heldByAll' | 'nextAmount' | 'excluded'>,
): string | undefined {
  const all = unitsFromWire(pool.heldByAll);
  if (pool.excluded !== null || all === 0n) return undefined;
  const average = unitsFromWire(pool.average);
  // Whoever sells may have held more until now than all hold now.
  const part = (unitsFromWire(pool.nextAmount) * (average < all ? average : all)) / all;
  return part === 0n ? undefined : part.toString();
}

/** Whether the next distribution is in the evening or the night of whoever looks, and not hours away from either. Pure. */
export function isTonight({ nextAt }: Pick<PoolView, 'nextAt'>, now: Date): boolean {
  const at = new Date(nextAt);
  const isNight = at.getHours() >= 18 || at.getHours() < 6;
  return isNight && at.getTime() - now.getTime() <= 24 * 3_600_000;
}

/** Hours, minutes and seconds with colons between, as on a clock: `05:42:18`. */
export function formatTimeLeft(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
