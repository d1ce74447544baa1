import type { SortValue } from './data-column.ts';

/** Texts as the language of the page orders them, numbers by size. Both values are of one kind. */
export function compareValues(one: Exclude<SortValue, null>, other: Exclude<SortValue, null>): number {
  if (typeof one === 'string' && typeof other === 'string')
    return one.localeCompare(other, undefined, { numeric: true });
  return one < other ? -1 : one > other ? 1 : 0;
}
