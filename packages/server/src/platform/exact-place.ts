import { sql, type RawBuilder } from 'kysely';
import { invalidCursor } from './list-place.ts';

/**
 * The place of a row in a list that is ordered by `at` and then by `id` (a UUID), as a cursor for the page behind it: with all
 * six digits of a second that the database keeps, so that no row of the same millisecond is left out or comes twice.
 */
export function exactPlace(at: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '.' || ${id}`;
}

/** Whether a row stands behind the place `after`; every row does where there is none. Throws `INPUT_INVALID` for what is no place. */
export function isBehind(
  at: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  after: string | undefined,
): RawBuilder<boolean> {
  return compare(sql`(${at}, ${id}) >`, after);
}

/** The same for a list with the newest first. */
export function isBefore(
  at: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  after: string | undefined,
): RawBuilder<boolean> {
  return compare(sql`(${at}, ${id}) <`, after);
}

function compare(row: RawBuilder<unknown>, after: string | undefined): RawBuilder<boolean> {
  if (after === undefined) return sql<boolean>`true`;
  const place = readExactPlace(after);
  return sql<boolean>`${row} (${place.at}::text::timestamptz, ${place.id}::uuid)`;
}

/** Throws `INPUT_INVALID` unless `text` is a place that the database wrote. Pure. */
export function readExactPlace(text: string): { readonly at: string; readonly id: string } {
  const match = /^(20\d{2}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z)\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(
    text,
  );
  const [, at = '', id = ''] = match ?? [];
  // A day that a month does not have is read as one of the next month, which the database does not do.
  if (new Date(at).toJSON()?.slice(0, 19) !== at.slice(0, 19) || at === '') throw invalidCursor();
  return { at, id };
}
