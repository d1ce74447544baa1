import { getAddress } from '@tern/tron/address';
import type { PairState } from '@tern/tron/get-pair-state';
import { expect, test } from 'vitest';
import { averagePrice, observationOf } from './pair-observation.ts';

const state: PairState = {
  token0: getAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
  token1: getAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
  reserve0: 10_000_000n,
  reserve1: 3_000_000n,
  cumulative0: 2n ** 256n - 5n,
  cumulative1: 7n,
  countedUntilS: 1_000n,
};
const at = (number: number, seconds: number) => ({ number, timeMs: seconds * 1000 + 700 });
const price = (one: number, two: number, asset: 0 | 1 = 0, later = state) => {
  const average = averagePrice(
    observationOf(state, { asset, block: at(1, one) }),
    observationOf(later, { asset, block: at(20, two) }),
  );
  return average === undefined ? undefined : Number(average.numerator) / Number(average.denominator);
};

test('a pair nobody traded with has the price of its reserves, seen from either token, also where the sum overflows', () => {
  expect(price(1_010, 1_070)).toBeCloseTo(0.3, 12);
  expect(price(1_010, 1_070, 1)).toBeCloseTo(1 / 0.3, 12);
});

test('M10 a price pushed for one second counts for one second', () => {
  const pushed = { ...state, reserve1: 300_000_000n, cumulative0: 0n, countedUntilS: 1_069n };
  const calm = observationOf(state, { asset: 0, block: { number: 19, timeMs: 1_069_000 } });
  const later = { ...pushed, cumulative0: calm.cumulative };
  // 59 seconds at 0.30 and one at 30.
  expect(price(1_010, 1_070, 0, later)).toBeCloseTo((59 * 0.3 + 30) / 60, 9);
});

test('without time between two looks there is no price', () => {
  expect(price(1_010, 1_010)).toBeUndefined();
});

test('the clock of the pair, which counts to 2^32, may turn over between', () => {
  const before = { ...state, countedUntilS: 2n ** 32n - 10n };
  const block = at(1, 2 ** 32 + 20);
  const { cumulative } = observationOf(before, { asset: 1, block });
  expect(cumulative).toBe(7n + ((10_000_000n << 112n) / 3_000_000n) * 30n);
});
