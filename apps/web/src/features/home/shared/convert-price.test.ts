import { expect, test } from 'vitest';
import { convertPrice } from './convert-price.ts';

test('a price in another unit is cut after eighteen digits', () => {
  expect(convertPrice('0.3', '1.2')).toBe('0.25');
  expect(convertPrice('1', '3')).toBe('0.333333333333333333');
});
