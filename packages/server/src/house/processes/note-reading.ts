import type { Clock } from '@tern/base/clock';

/** Notes when somebody last read the metrics of this process. */
export function noteReading(clock: Pick<Clock, 'nowMs'>): {
  readonly note: () => void;
  /** Undefined where nobody has. */
  readonly msAgo: () => number | undefined;
} {
  let readAtMs: number | undefined;
  return {
    note: () => {
      readAtMs = clock.nowMs();
    },
    msAgo: () => (readAtMs === undefined ? undefined : clock.nowMs() - readAtMs),
  };
}
