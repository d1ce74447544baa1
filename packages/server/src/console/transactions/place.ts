import { invalidCursor } from '../../platform/list-place.ts';

/**
 * Where a row stands in the list of transactions. `at` is ISO 8601 in UTC with all six digits of a second that the database
 * keeps, so that texts compare as times do; `id` is a UUID in small letters. Rows of every source are ordered by both.
 */
export type Place = { readonly at: string; readonly id: string };

const lowestId = '00000000-0000-0000-0000-000000000000';

/** Before and behind everything. */
export const lowestPlace: Place = { at: '2000-01-01T00:00:00.000000Z', id: lowestId };
export const highestPlace: Place = { at: '2100-01-01T00:00:00.000000Z', id: lowestId };

/** The first place of a day of UTC, as `2026-11-21`. */
export function startOfDay(day: string): Place {
  return { at: `${day}T00:00:00.000000Z`, id: lowestId };
}

export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** Below zero where the first place is before the second one. */
export function comparePlaces(one: Place, other: Place): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1;
  return one.id === other.id ? 0 : one.id < other.id ? -1 : 1;
}

export function writeCursor({ at, id }: Place): string {
  return Buffer.from(`${at}${id}`).toString('base64url');
}

/** Throws `INPUT_INVALID` unless `text` is what `writeCursor` made. */
export function readCursor(text: string): Place {
  const match = /^(20\d{2}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(
    Buffer.from(text, 'base64url').toString('latin1'),
  );
  const [, at = '', id = ''] = match ?? [];
  // A day that a month does not have is read as one of the next month, which the database does not do.
  const isMoment = new Date(at).toJSON()?.slice(0, 19) === at.slice(0, 19);
  if (!isMoment) throw invalidCursor();
  return { at, id };
}
