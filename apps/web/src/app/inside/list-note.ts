import { depthOf } from '@tern/ui/open-layers';

const mark = 'list';

/** Of the list beside a page, at an entry of the history: what it was narrowed down to, and how far it was scrolled. */
type ListNote = { readonly search?: string; readonly top?: number };

/** What was noted at this entry: a reload keeps it. */
export function readListNote(state: unknown): ListNote {
  const note = typeof state === 'object' && state !== null && mark in state ? state[mark] : undefined;
  return typeof note === 'object' && note !== null ? note : {};
}

/** Notes it at the present entry of the page; those of open sheets go away with them. */
export function noteList(note: ListNote): void {
  const state: unknown = history.state;
  const before = readListNote(state);
  const next = { ...before, ...note };
  const isKnown = next.search === before.search && next.top === before.top;
  if (isKnown || depthOf(state) > 0) return;
  history.replaceState({ ...(typeof state === 'object' ? state : {}), [mark]: next }, '');
}
