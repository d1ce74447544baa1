import { useEffect } from 'react';

/** The browser asks before the page is closed or reloaded. */
export function useWarningBeforeLeaving(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const leaving = new AbortController();
    addEventListener('beforeunload', (event) => event.preventDefault(), { signal: leaving.signal });
    return () => leaving.abort();
  }, [active]);
}
