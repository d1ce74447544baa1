import type { QueryClient } from '@tanstack/react-query';
import { findPageLoad } from './page-load.ts';

/** What says that somebody may follow a link, and what says that they are about to. */
const hints = ['pointerover', 'focusin'] as const;
const press = 'pointerdown';

/**
 * Fetches the page a link leads to when it is pressed, pointed at or focused, and at a press what the page shows first too:
 * most of both is there when the press is over. Not where the person saves data, since not every press becomes a visit.
 * Returns what ends it.
 */
export function prefetchLinks(queries: QueryClient): () => void {
  const listening = new AbortController();
  for (const type of [...hints, press]) {
    document.addEventListener(type, ({ target }) => follow(queries, target, type === press), {
      passive: true,
      signal: listening.signal,
    });
  }
  return () => listening.abort();
}

function follow(queries: QueryClient, target: EventTarget | null, isPressed: boolean): void {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link === null || link.origin !== location.origin || savesData()) return;
  const loading = findPageLoad(link.pathname)?.start();
  // A failure shows where the page is opened.
  loading?.then(
    ({ askFirst }) => {
      // With a query the page shows something else first.
      if (isPressed && link.search === '') askFirst?.(queries);
    },
    () => undefined,
  );
}

function savesData(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;
}
