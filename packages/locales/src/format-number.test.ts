import { expect, test } from 'vitest';
import { formatNumber } from './format-number.ts';

test.each([
  [null, '12500.50', '12,500.50'],
  ['de', '12500.50', '12.500,50'],
  ['ar', '12.50', '12.50'],
  ['fa', '12.50', '12.50'],
  ['en', '115792089237316195423570985.000001', '115,792,089,237,316,195,423,570,985.000001'],
])('in %s the number %s is written %s', (language, plain, written) => {
  expect(formatNumber(language, plain)).toBe(written);
});
