import { useSyncExternalStore, type ReactNode } from 'react';
import { useLocation, type Location } from 'react-router';

/** What a page stands in: that of any page, or the shell around every page that needs a session. */
export type Around = 'root' | 'shell';

type Ahead = {
  /** The place in the history that somebody leaves. */
  readonly from: string;
  readonly around: Around;
  readonly pathname: string;
  readonly frame: ReactNode;
};

/** By this name the router knows the shell. */
export const shellId = 'shell';

/** Two frames: a page that is there is drawn by then, or the device is slow. */
const soonMs = 32;

let shown: (Pick<Location, 'key' | 'pathname'> & { readonly isInside: boolean }) | undefined;
let ahead: Ahead | undefined;
const listeners = new Set<() => void>();

function put(next: Ahead | undefined): void {
  ahead = next;
  for (const listener of listeners) listener();
}

/**
 * Shows the frame of the page that is gone to, before the router leaves the one that is shown: drawing the frame is little
 * work, taking a page away and drawing the next is much. Resolves once the router may go on. What is there already is given
 * the time to appear without its frame.
 */
export async function goAhead(
  { around, frame, isThere }: Pick<Ahead, 'around' | 'frame'> & { readonly isThere: boolean },
  { url, signal }: Request,
): Promise<void> {
  const from = shown;
  const { pathname } = new URL(url);
  // A hidden page draws no frames.
  if (!from || from.pathname === pathname || document.hidden || (around === 'shell' && !from.isInside)) return;
  const show = () => {
    if (shown === from && !signal.aborted) put({ from: from.key, around, pathname, frame });
  };
  if (isThere) {
    setTimeout(show, soonMs);
    return;
  }
  // Somebody goes somewhere else instead: the router says so before it asks for that page.
  signal.onabort = () => put(undefined);
  show();
  // The second one comes when the first has been painted.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/** Says which page is shown now: what went ahead of it is over. */
export function noteShown(page: NonNullable<typeof shown>): void {
  shown = page;
  if (ahead !== undefined && ahead.from !== page.key) put(undefined);
}

/** What goes ahead of the page that comes, until that one is shown. */
export function useAhead(): Ahead | undefined {
  const { key } = useLocation();
  return useSyncExternalStore(subscribe, () => (ahead?.from === key ? ahead : undefined));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
