import { ratio } from '@tern/money/ratio';
import { units } from '@tern/money/units';
import { expect, test } from 'vitest';
import { computeWorth, type WorthAsset } from './worth.ts';

/** Hundredths of the currency unit for one base unit. */
const at = (hundredths: bigint) => ratio(hundredths, 100n);
const asset = (changes: Partial<WorthAsset>): WorthAsset => ({
  assetId: 'trx',
  balances: [100n, 100n, 100n].map(units),
  prices: [at(30n), at(31n), at(33n)],
  moves: [],
  ...changes,
});

test('a price that moves is all that changed, and each point is rounded down', () => {
  const { points, change } = computeWorth([asset({ balances: [99n, 99n, 99n].map(units) })], 3);
  expect(points).toEqual([29n, 30n, 32n]);
  expect(change).toEqual({ sincePoint: 0, amount: 3n, inOut: 0n, rewards: 0n, prices: 3n });
});

test('what came in, what was given and what prices did add up to the change', () => {
  const moves = [
    { amount: 50n, point: 1, price: at(30n), isReward: false },
    { amount: 10n, point: 2, price: at(32n), isReward: true },
    { amount: -20n, point: 2, price: at(33n), isReward: false },
  ];
  const { points, change, marks } = computeWorth([asset({ balances: [100n, 150n, 140n].map(units), moves })], 3);
  expect(points).toEqual([30n, 46n, 46n]);
  // 15 in, 6 out: each towards zero.
  expect(change).toEqual({ sincePoint: 0, amount: 16n, inOut: 9n, rewards: 3n, prices: 4n });
  expect(marks).toEqual([
    { point: 1, direction: 'in' },
    { point: 2, direction: 'out' },
  ]);
});

test('a point without the price of something held is a gap, and the line begins at the first known one', () => {
  const moves = [{ amount: 60n, point: 1, price: undefined, isReward: false }];
  const { points, change } = computeWorth(
    [asset({ balances: [40n, 100n, 100n].map(units), prices: [undefined, at(31n), at(33n)], moves })],
    3,
  );
  expect(points).toEqual([undefined, 31n, 33n]);
  expect(change).toMatchObject({ sincePoint: 1, amount: 2n, inOut: 0n, prices: 2n });
});

test('a move at a moment without a price counts at the next known one', () => {
  const moves = [{ amount: 60n, point: 1, price: undefined, isReward: false }];
  const { change } = computeWorth(
    [asset({ balances: [40n, 100n, 100n].map(units), prices: [at(30n), undefined, at(33n)], moves })],
    3,
  );
  expect(change).toMatchObject({ amount: 21n, inOut: 19n, prices: 2n });
});

test('what is known only now has no change, and what a step too small to be seen moved has no mark', () => {
  expect(computeWorth([asset({ prices: [undefined, undefined, at(33n)] })], 3).change).toBeUndefined();
  const moves = [{ amount: 1n, point: 1, price: at(31n), isReward: false }];
  expect(computeWorth([asset({ balances: [999n, 1000n, 1000n].map(units), moves })], 3).marks).toEqual([]);
});
