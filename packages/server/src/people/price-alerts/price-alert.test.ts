import { ratio, ratioFromDecimal } from '@tern/money/ratio';
import { expect, test } from 'vitest';
import { boundsOf, isReached, readTarget } from './price-alert.ts';

test('a price is reached where it is, and beyond', () => {
  const price = ratioFromDecimal('0.3');
  expect(isReached({ direction: 'above', target: '0.3' }, price)).toBe(true);
  expect(isReached({ direction: 'below', target: '0.3' }, price)).toBe(true);
  expect(isReached({ direction: 'above', target: '0.30000001' }, price)).toBe(false);
  expect(isReached({ direction: 'below', target: '0.29999999' }, price)).toBe(false);
});

test('a price between two decimals of a target has reached neither of them', () => {
  const third = ratio(1n, 3n);
  expect(boundsOf(third)).toEqual({ floor: '0.33333333', ceil: '0.33333334' });
  expect(isReached({ direction: 'above', target: '0.33333334' }, third)).toBe(false);
  expect(isReached({ direction: 'below', target: '0.33333333' }, third)).toBe(false);
});

test.each([
  ['', 'not-a-number'],
  ['-1', 'not-a-number'],
  ['1e3', 'not-a-number'],
  ['1,250', 'separators'],
  ['0', 'zero'],
  ['0.00000000', 'zero'],
  ['0.123456789', 'too-many-decimals'],
  ['1000000000000', 'too-large'],
])('%j is no price to wait for: %s', (typed, fault) => {
  expect(() => readTarget(typed)).toThrow(
    expect.objectContaining({ code: 'ALERT_PRICE_INVALID', data: { fault } }) as Error,
  );
});
