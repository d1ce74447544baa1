import type { Clock } from '@tern/base/clock';

/**
 * Reads what everybody is told alike once for all who ask within `forMs` of the reading's beginning, also while it is under way. One
 * that failed is told to those who waited for it, and not kept.
 */
export function shareReading<Read>(
  { clock, forMs }: { readonly clock: Clock; readonly forMs: number },
  read: () => Promise<Read>,
): () => Promise<Read> {
  let last: { readonly reading: Promise<Read>; readonly begunMs: number } | undefined;
  return () => {
    const nowMs = clock.nowMs();
    // A clock that was set back must not keep it for longer.
    if (last !== undefined && nowMs >= last.begunMs && nowMs - last.begunMs < forMs) return last.reading;
    const reading = read();
    const own = { reading, begunMs: nowMs };
    last = own;
    reading.catch(() => {
      if (last === own) last = undefined;
    });
    return reading;
  };
}
