import { i18n } from '@lingui/core';
import { findOwnFormats, type ListKind } from './own-formats.ts';

/** Things one after the other: joined by the language's "and", or only put beside each other. */
export function formatList(items: readonly string[], kind: ListKind): string {
  const own = findOwnFormats()?.lists[kind];
  if (own === undefined) return new Intl.ListFormat(i18n.locale, { type: kind }).format(items);
  const join = (pattern: string, one: string, other: string): string =>
    pattern.replace(/[01]/g, (place) => (place === '0' ? one : other));
  const [first = '', second, ...others] = items;
  if (second === undefined) return first;
  const last = others.pop();
  if (last === undefined) return join(own.pair, first, second);
  const begun = [second, ...others].reduce((text, item) => join(own.middle, text, item), first);
  return join(own.end, begun, last);
}
