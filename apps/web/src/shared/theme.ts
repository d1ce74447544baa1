import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';

/** Under this name in the storage of the device. */
export const themeKey = 'theme';
const listeners = new Set<() => void>();

function readTheme(): Theme {
  const stored = localStorage.getItem(themeKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Puts the chosen theme on the document; `system` leaves the choice to the media query. */
export function applyTheme() {
  const theme = readTheme();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function chooseTheme(theme: Theme) {
  if (theme === 'system') localStorage.removeItem(themeKey);
  else localStorage.setItem(themeKey, theme);
  applyTheme();
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readTheme);
}
