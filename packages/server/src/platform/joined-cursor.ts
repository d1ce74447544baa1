import { invalidCursor } from './list-place.ts';

/** Of one list: undefined reads it from its beginning, a text behind that place, and null not at all, because it has ended. */
export type PartCursor = string | null | undefined;

const ended = 'end';

/** Cursors of several lists that one answer gives a page of, as one; null once all of them have ended. Pure. */
export function joinCursors(parts: readonly (string | null)[]): string | null {
  return parts.every((part) => part === null) ? null : parts.map((part) => part ?? ended).join('~');
}

/** What `joinCursors` joined of as many parts. Throws `INPUT_INVALID` for anything else. Pure. */
export function splitCursor(text: string | undefined, parts: number): readonly PartCursor[] {
  if (text === undefined) return Array.from({ length: parts }, () => undefined);
  const found = text.split('~').map((part) => (part === ended ? null : part));
  if (found.length !== parts || found.every((part) => part === null)) throw invalidCursor();
  return found;
}
