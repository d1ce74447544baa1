import { useSyncExternalStore } from 'react';
import { hiddenBalancesKey } from './hidden-balances-key.ts';

const listeners = new Set<() => void>();

export function readBalancesHidden(): boolean {
  return localStorage.getItem(hiddenBalancesKey) !== null;
}

/** Shows or hides every balance on every page of this device. */
export function setBalancesHidden(hidden: boolean) {
  if (hidden === readBalancesHidden()) return;
  if (hidden) localStorage.setItem(hiddenBalancesKey, 'yes');
  else localStorage.removeItem(hiddenBalancesKey);
  for (const listener of listeners) listener();
}

export function useBalancesHidden(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readBalancesHidden);
}
