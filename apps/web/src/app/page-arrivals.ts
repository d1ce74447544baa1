import { useSyncExternalStore } from 'react';

let arrivals = 0;
const listeners = new Set<() => void>();

/** A page has come in place of its shape. */
export function notePageArrived(): void {
  arrivals += 1;
  for (const listener of listeners) listener();
}

/** How many pages have: with each, there may be more to scroll to than its shape had. */
export function usePageArrivals(): number {
  return useSyncExternalStore(subscribe, () => arrivals);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
