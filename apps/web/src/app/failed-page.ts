const listeners = new Set<() => void>();
let isUnheard = false;

/** Tells that a page did not open, or remembers it until somebody listens: it may fail before the listener is loaded. */
export function tellFailedPage(): void {
  isUnheard = listeners.size === 0;
  for (const look of listeners) look();
}

/** Calls `look` at once where a page failed unheard, and for each that fails from now on. Returns what ends that. */
export function listenForFailedPage(look: () => void): () => void {
  listeners.add(look);
  if (isUnheard) look();
  isUnheard = false;
  return () => listeners.delete(look);
}
