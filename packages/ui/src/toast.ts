export type Toast = { id: number; text: string; kind: 'done' | 'info' };

const shownForMs = 4000;
let current: Toast | null = null;
let count = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function change(toast: Toast | null) {
  current = toast;
  for (const listener of listeners) listener();
}

/** Says something small for four seconds. One at a time, and never the only place of a message. */
export function showToast(text: string, kind: Toast['kind'] = 'done') {
  clearTimeout(timer);
  count += 1;
  change({ id: count, text, kind });
  timer = setTimeout(() => change(null), shownForMs);
}

/** What is said right now, and nothing where nothing is. */
export function readToast(): Toast | null {
  return current;
}

/** Calls `listener` after every change; returns what ends that. */
export function followToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
