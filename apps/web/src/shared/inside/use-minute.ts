import { useSyncExternalStore } from 'react';

const everyMs = 30_000;

/** The time, anew every half minute; for ages that grow while they are looked at. */
export function useMinute(): number {
  return useSyncExternalStore(
    (listener) => {
      const timer = setInterval(listener, everyMs);
      return () => clearInterval(timer);
    },
    () => Math.floor(Date.now() / everyMs) * everyMs,
  );
}
