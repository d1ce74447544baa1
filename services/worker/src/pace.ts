import type { Clock } from '@tern/base/clock';

/** Says when something is due again, `everyMs` after it was done last; at once at first. */
export function openPace(
  clock: Clock,
  everyMs: number,
): {
  readonly isDue: () => boolean;
  readonly restart: () => void;
} {
  let doneAtMs: number | undefined;
  return {
    isDue: () => {
      if (doneAtMs === undefined) return true;
      const passedMs = clock.nowMs() - doneAtMs;
      // Less than nothing has passed where the clock was set back: what is due must not wait until it has caught up.
      return passedMs >= everyMs || passedMs < 0;
    },
    restart: () => {
      doneAtMs = clock.nowMs();
    },
  };
}
