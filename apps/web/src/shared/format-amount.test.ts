import { i18n } from '@lingui/core';
import { beforeAll, expect, test } from 'vitest';
import { formatBalance, formatShort, formatUnits } from './format-amount.ts';

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

test.each([
  ['0', 6, '0.00'],
  ['1250000000', 6, '1,250.00'],
  ['842100000', 6, '842.10'],
  ['1', 6, '0.000001'],
  ['1999999', 6, '1.999999'],
  ['12613399999999999999', 18, '12.613399'],
  ['1', 18, '0.000000000000000001'],
  ['123456789012345678901234567890000000', 6, '123,456,789,012,345,678,901,234,567,890.00'],
])('shows %s base units of %i decimals as %s', (wire, decimals, shown) => {
  expect(formatBalance(wire, decimals)).toBe(shown);
});

test('writes what came in and went out with a plus or a real minus', () => {
  expect(formatBalance('500000000', 6, '+')).toBe('+500.00');
  expect(formatBalance('251000000', 6, '−')).toBe('−251.00');
});

test('cuts and never rounds up', () => {
  expect(formatUnits('1587809999', 6, { places: 2, minPlaces: 2 })).toBe('1,587.80');
});

test.each([
  ['0', '0.00'],
  ['40506123253000000000000', '40,506.12'],
  ['1234000000000000', '0.001234'],
  ['9999999999999999999', '9.99'],
])('shows the figure %s as %s', (wire, shown) => {
  expect(formatShort(wire, 18)).toBe(shown);
});
