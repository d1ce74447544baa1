import { useSyncExternalStore } from 'react';

/** Whole seconds until `untilMs` of this device's clock, counting down to 0; 0 when there is nothing to wait for. */
export function useCountdown(untilMs: number | null): number {
  const nowSeconds = useSyncExternalStore(untilMs === null ? followNothing : followSeconds, readSeconds);
  return untilMs === null ? 0 : Math.max(0, Math.floor(untilMs / 1000) - nowSeconds);
}

/** The whole seconds of this device's clock. */
export function readSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** Calls back each second until the returned function is called. */
export function followSeconds(changed: () => void) {
  const timer = setInterval(changed, 1000);
  return () => clearInterval(timer);
}

function followNothing() {
  return () => undefined;
}
