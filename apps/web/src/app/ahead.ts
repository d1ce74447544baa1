import { useSyncExternalStore, type ReactNode } from 'react';
import { useLocation, type Location } from 'react-router';
import { findPageLoad, type PageLoad } from './page-load.ts';

type Ahead = {
  /** The place in the history that somebody leaves. */
  readonly from: string;
  readonly to: URL;
  readonly frame: ReactNode;
  /** Whether it stands within the shell, which stays. */
  readonly isInside: boolean;
};

/** Two frames: a page that is there is drawn by then, or the device is slow. */
const soonMs = 32;

let shown: Location | undefined;
let ahead: Ahead | undefined;
const listeners = new Set<() => void>();

function put(next?: Ahead): void {
  ahead = next;
  for (const listener of listeners) listener();
}

/**
 * Shows the frame of the page that is gone to, before the router leaves the one that is shown: drawing the frame is little
 * work, taking a page away and drawing the next is much. Resolves once the router may go on. What is there already is given
 * the time to appear without its frame.
 */
export async function goAhead(frame: ReactNode, load: PageLoad, { url, signal }: Request): Promise<void> {
  const [from, to] = [shown, new URL(url)];
  const { isInside } = load;
  // A hidden page draws no frames. From a page that opens to everybody the shell is still to come.
  if (!from || from.pathname === to.pathname || document.hidden) return;
  if (isInside && !findPageLoad(from.pathname)?.isInside) return;
  const show = () => {
    if (shown === from && !signal.aborted) put({ from: from.key, to, frame, isInside });
  };
  if (load.now() !== undefined) {
    setTimeout(show, soonMs);
    return;
  }
  // Somebody goes somewhere else instead: the router says so before it asks for that page.
  signal.onabort = () => put();
  show();
  // The second one comes when the first has been painted.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/** Says which page is shown now: what went ahead of it is over. */
export function noteShown(location: Location): void {
  shown = location;
  if (ahead?.from !== location.key) put();
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
