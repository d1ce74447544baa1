import { ratio } from '@tern/money/ratio';
import { expect, test } from 'vitest';
import { computeDayChange, type AssetCourse } from './day-change.ts';

/** Hundredths of the currency unit for one base unit. */
const at = (hundredths: bigint) => ratio(hundredths, 100n);
const course = (changes: Partial<AssetCourse>): AssetCourse => ({
  assetId: 'trx',
  balance: 1000n,
  moves: [],
  priceBefore: at(30n),
  priceNow: at(33n),
  ...changes,
});

test('a price that rose by a tenth is a tenth more', () => {
  expect(computeDayChange([course({})])).toEqual({ amount: '30', basisPoints: 1000, without: [] });
});

test('what came in or went out is no change of value', () => {
  const steady = { priceBefore: at(30n), priceNow: at(30n) };
  const moves = [
    { amount: 900n, price: at(30n) },
    { amount: -100n, price: at(30n) },
  ];
  expect(computeDayChange([course({ ...steady, moves })])).toEqual({ amount: '0', basisPoints: 0, without: [] });
});

test('what came in late gained from its own moment on only', () => {
  const moves = [{ amount: 500n, price: at(32n) }];
  // 500 from 0.30 to 0.33 and 500 from 0.32 to 0.33, on 150 + 160.
  expect(computeDayChange([course({ moves })])).toEqual({ amount: '20', basisPoints: 645, without: [] });
});

test('a loss is negative, rounded towards zero', () => {
  expect(computeDayChange([course({ balance: 7n, priceNow: at(15n) })])).toEqual({
    amount: '-1',
    basisPoints: -5000,
    without: [],
  });
});

test('an asset without a price when one is needed is left out and named', () => {
  const unpriced = course({ assetId: 'reward', priceBefore: undefined });
  expect(computeDayChange([course({}), unpriced])).toEqual({ amount: '30', basisPoints: 1000, without: ['reward'] });
  expect(computeDayChange([course({ assetId: 'reward', balance: 0n, priceNow: undefined })]).without).toEqual([]);
});

test('nothing at all has no percentage', () => {
  expect(computeDayChange([])).toEqual({ amount: '0', basisPoints: null, without: [] });
});
