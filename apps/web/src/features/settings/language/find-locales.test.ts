import { expect, test } from 'vitest';
import type { NamedLocale } from '@tern/locales/all-locales';
import { findLocales } from './find-locales.ts';

const all: readonly NamedLocale[] = [
  { id: 'en', ownName: 'English', direction: 'ltr' },
  { id: 'de', ownName: 'Deutsch', direction: 'ltr' },
  { id: 'es', ownName: 'Español', direction: 'ltr' },
  { id: 'zh-Hans', ownName: '简体中文', direction: 'ltr' },
  { id: 'ar', ownName: 'العربية', direction: 'rtl' },
];

test.each([
  ['', ['en', 'de', 'es', 'zh-Hans', 'ar']],
  ['german', ['de']],
  ['DEUT', ['de']],
  ['espanol', ['es']],
  ['中文', ['zh-Hans']],
  ['zh-hans', ['zh-Hans']],
  ['عربي', ['ar']],
  ['klingon', []],
])('%j finds %j', (typed, ids) => {
  expect(findLocales(all, typed, 'en').map(({ id }) => id)).toEqual(ids);
});
