import { useSyncExternalStore } from 'react';
import { followSeconds, readSeconds } from '../use-countdown.ts';

/** Whole seconds until the next multiple of `periodS` of this device's clock: `periodS` at the start, 1 at the end. */
export function usePeriodCountdown(periodS: number): number {
  return periodS - (useSyncExternalStore(followSeconds, readSeconds) % periodS);
}
