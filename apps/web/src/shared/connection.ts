import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
/** When the answers were read that this device had kept and that stand in for newer ones. */
export const restoredTimesMs = new Set<number>();
// Where nobody says, as in tests, there is one.
let connected = (globalThis.navigator as Navigator | undefined)?.onLine !== false;

/** Whether the last that was heard is an answer of the server, and not that it cannot be reached. */
export function isConnected(): boolean {
  return connected;
}

/** An answer came, of whatever kind, or none could. */
export function noteConnection(next: boolean): void {
  if (next === connected) return;
  connected = next;
  for (const listener of listeners) listener();
}

/** Calls `listener` after every change; returns what ends that. */
export function followConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useConnected(): boolean {
  return useSyncExternalStore(followConnection, isConnected);
}
