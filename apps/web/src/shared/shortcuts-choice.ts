import { useSyncExternalStore } from 'react';

/** Under this name in the storage of the device. */
const withoutShortcutsKey = 'without-shortcuts';
const listeners = new Set<() => void>();

/** Whether single keys do something on this device. */
export function areShortcutsOn(): boolean {
  return localStorage.getItem(withoutShortcutsKey) === null;
}

export function turnShortcuts(on: boolean): void {
  if (on) localStorage.removeItem(withoutShortcutsKey);
  else localStorage.setItem(withoutShortcutsKey, 'yes');
  for (const listener of listeners) listener();
}

export function useShortcutsOn(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, areShortcutsOn);
}
