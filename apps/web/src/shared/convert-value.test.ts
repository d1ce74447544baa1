import { expect, test } from 'vitest';
import { convertValue, valueOf } from './convert-value.ts';

test.each([
  ['1000000', '1', '1000000'],
  ['1000000', '0.3', '3333333'],
  ['1', '1.08', '0'],
  ['24817654321', '0.05', '496353086420'],
  ['0', '0.000000000000000001', '0'],
])('%s at %s USDT a unit is %s, never more', (value, price, converted) => {
  expect(convertValue(value, price)).toBe(converted);
});

test.each([
  ['20000000', 6, '0.3', '6000000'],
  ['12500000000000000000', 18, '0.1', '1250000'],
  ['1', 18, '0.1', '0'],
  ['3333333', 6, '0.333333', '1111109'],
])('%s base units of %i decimals at %s are worth %s, rounded down', (amount, decimals, price, value) => {
  expect(valueOf(amount, decimals, price)).toBe(value);
});
