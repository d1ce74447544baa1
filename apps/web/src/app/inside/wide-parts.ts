import { useSyncExternalStore } from 'react';
import { followWidth, wideScreen } from '../../shared/use-wide.ts';
import type * as Wide from './wide/wide.tsx';

export type WideParts = typeof Wide;

let parts: WideParts | undefined;

/** Fetches what only wide screens show, where this is one. Without an answer the page stands as on a narrow one. */
export async function expectWide(): Promise<void> {
  if (!wideScreen.matches || parts !== undefined) return;
  parts = await import('./wide/wide.tsx').catch(() => undefined);
}

/** What only wide screens show, once it is there; undefined on a narrow one. */
export function useWideParts(): WideParts | undefined {
  return useSyncExternalStore(follow, () => (wideScreen.matches ? parts : undefined));
}

function follow(listener: () => void): () => void {
  return followWidth(() => {
    listener();
    void expectWide().then(listener);
  });
}
