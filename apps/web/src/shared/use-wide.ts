import { useSyncExternalStore } from 'react';

/** Where a list and what is opened from it stand beside each other: 900 px in the browser's own size of text. */
export const wideScreen = matchMedia('(min-width: 56.25em)');

/** Tells of every change of `wideScreen`; returns what ends it. */
export function followWidth(listener: () => void): () => void {
  wideScreen.addEventListener('change', listener);
  return () => wideScreen.removeEventListener('change', listener);
}

export function useIsWide(): boolean {
  return useSyncExternalStore(followWidth, () => wideScreen.matches);
}
