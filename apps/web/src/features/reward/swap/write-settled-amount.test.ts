import { i18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { writeSettledAmount } from './write-settled-amount.ts';

test.each([
  ['en', '200', '200.00'],
  ['en', '12.5', '12.50'],
  ['en', '12.', '12.00'],
  ['en', '12.345678', '12.345678'],
  ['en', '1250', '1250.00'],
  ['de', '12,5', '12,50'],
  ['de', '200', '200,00'],
  ['ar', '١٢', '12.00'],
  ['en', '', ''],
  ['en', '1,250', '1,250'],
  ['de', '1.250', '1.250'],
  ['en', 'abc', 'abc'],
])('in %s an amount that was typed as %j stands as %j once its field is left', (locale, typed, settled) => {
  i18n.loadAndActivate({ locale, messages: {} });
  expect(writeSettledAmount(typed)).toBe(settled);
});
