import { expect, test } from 'vitest';
import { formatAmount, formatAmountFloor } from './format-amount.ts';
import { parseAmount } from './parse-amount.ts';
import {
  invert,
  multiplyCeil,
  multiplyFloor,
  multiplyRatios,
  ratio,
  ratioFromDecimal,
  scaleBasisPoints,
} from './ratio.ts';
import { add, min, subtract, subtractOrZero, sum, units, unitsFromWire, unitsMax, zero } from './units.ts';

test.each([
  ['0', 0n],
  ['1', 1_000_000n],
  ['0.000001', 1n],
  ['12.5', 12_500_000n],
  ['1.500000', 1_500_000n],
])('reads %s with six decimals', (text, expected) => {
  expect(parseAmount(text, 6)).toEqual({ units: expected });
});

test.each([
  ['', 'empty'],
  ['-1', 'not-a-number'],
  ['+1', 'not-a-number'],
  ['1e3', 'not-a-number'],
  ['0x1', 'not-a-number'],
  ['１', 'not-a-number'],
  ['١', 'not-a-number'],
  ['1,5', 'separators'],
  ['1,250.00', 'separators'],
  [',5', 'not-a-number'],
  ['1 000', 'not-a-number'],
  ['.5', 'not-a-number'],
  ['5.', 'not-a-number'],
  ['01', 'not-a-number'],
  [' 1', 'not-a-number'],
  ['1\n', 'not-a-number'],
  ['NaN', 'not-a-number'],
  ['Infinity', 'not-a-number'],
  ['1.0000001', 'too-many-decimals'],
  [`${unitsMax}`, 'too-large'],
  ['9'.repeat(79), 'too-large'],
])('refuses %j as %s instead of guessing', (text, fault) => {
  expect(parseAmount(text, 6)).toEqual({ fault });
});

test('shows amounts exactly, or cut and never rounded up', () => {
  expect(formatAmount(units(1_500_000n), 6)).toBe('1.5');
  expect(formatAmount(units(1n), 18)).toBe('0.000000000000000001');
  expect(formatAmount(zero, 6)).toBe('0');
  expect(formatAmountFloor(units(1_999_999n), 6, 2)).toBe('1.99');
  expect(formatAmountFloor(units(1_000_000n), 6, 2, 2)).toBe('1.00');
});

test('amounts leave their range as assertions, never as wrong numbers', () => {
  expect(() => units(-1n)).toThrow('out of range');
  expect(() => add(unitsMax, units(1n))).toThrow('out of range');
  expect(() => subtract(units(1n), units(2n))).toThrow('out of range');
  expect(subtractOrZero(units(1n), units(2n))).toBe(zero);
  expect(min(units(1n), units(2n))).toBe(1n);
  expect(sum([units(1n), units(2n)])).toBe(3n);
});

test.each(['-1', '01', '1.0', '', '1e3', '9'.repeat(79)])('the wire form %j is refused', (text) => {
  expect(() => unitsFromWire(text)).toThrow();
});

test('ratios are exact, and each call says who gains by the rounding', () => {
  const third = ratio(1n, 3n);
  expect(multiplyFloor(units(10n), third)).toBe(3n);
  expect(multiplyCeil(units(10n), third)).toBe(4n);
  expect(multiplyCeil(units(9n), third)).toBe(3n);
  expect(scaleBasisPoints(ratio(1n, 1n), 12_000n)).toEqual(ratio(12_000n, 10_000n));
  expect(multiplyRatios(third, invert(third))).toEqual(ratio(3n, 3n));
  expect(ratioFromDecimal('0.0512')).toEqual(ratio(512n, 10_000n));
  expect(() => ratioFromDecimal('1e3')).toThrow('not a plain decimal');
  expect(() => ratio(1n, 0n)).toThrow('not a ratio');
});
