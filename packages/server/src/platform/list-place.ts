import { problem } from '@tern/contracts/problem';

/** A row's place in a list that is ordered by time and then by id; the next page begins behind it. */
export type ListPlace<Id extends string> = { readonly at: Date; readonly id: Id };

export function writePlace({ at, id }: ListPlace<string>): string {
  return `${at.getTime().toString(36)}.${id}`;
}

/** Throws `INPUT_INVALID` unless `text` is what `writePlace` made. */
export function readPlace<Id extends string>(text: string): ListPlace<Id> {
  const match = /^([0-9a-z]{1,9})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text);
  const at = new Date(Number.parseInt(match?.[1] ?? '', 36));
  if (match === null || Number.isNaN(at.getTime())) throw invalidCursor();
  return { at, id: match[2] as Id };
}

export function invalidCursor() {
  return problem('INPUT_INVALID', { fields: [{ path: 'cursor', rule: 'cursor' }] });
}
