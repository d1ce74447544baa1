import { expect, test } from 'vitest';
import { chooseLocale } from './choose-locale.ts';
import type { Locale } from './locales.ts';

const available: readonly Locale[] = [
  { id: 'en', direction: 'ltr' },
  { id: 'zh-Hans', direction: 'ltr' },
  { id: 'zh-Hant', direction: 'ltr' },
  { id: 'pt-BR', direction: 'ltr' },
  { id: 'ar', direction: 'rtl' },
];

test.each([
  [['ar-EG', 'en'], 'ar'],
  [['zh-TW'], 'zh-Hant'],
  [['zh-CN'], 'zh-Hans'],
  [['zh-Hant-HK'], 'zh-Hant'],
  [['pt-PT'], 'pt-BR'],
  [['xx-YY', 'pt'], 'pt-BR'],
  [['not a tag', 'ar'], 'ar'],
  [['ja'], 'en'],
  [[], 'en'],
])('prefers %j: %s', (preferred, chosen) => {
  expect(chooseLocale(preferred, available).id).toBe(chosen);
});
