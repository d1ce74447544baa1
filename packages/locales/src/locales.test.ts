import { expect, test } from 'vitest';
import { allLocales } from './all-locales.ts';
import { locales } from './locales.ts';

test('there are 39 languages, each with a name of its own in its own script', () => {
  expect(allLocales).toHaveLength(39);
  expect(new Set(allLocales.map(({ ownName }) => ownName)).size).toBe(39);
  for (const { id } of allLocales) expect(Intl.getCanonicalLocales(id)).toEqual([id]);
});

test('what is offered is among them, English first, with the same direction', () => {
  expect(locales[0]?.id).toBe('en');
  for (const { id, direction } of locales)
    expect(allLocales.find((locale) => locale.id === id)?.direction).toBe(direction);
});
