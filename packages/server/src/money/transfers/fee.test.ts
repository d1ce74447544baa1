import { ratio } from '@tern/money/ratio';
import { units } from '@tern/money/units';
import { expect, test } from 'vitest';
import { feeInAsset, networkCostSun } from './fee.ts';

const prices = {
  energyPriceSun: units(100n),
  bandwidthPriceSun: units(1_000n),
  activationFeeSun: units(1_000_000n),
  activationBandwidthFeeSun: units(100_000n),
};
const trx = ratio(3n, 10n);
const usdt = ratio(1n, 1n);

test('the cost is energy and bandwidth at live prices', () => {
  expect(networkCostSun({ energy: 27_711n, bandwidth: 345, activates: false }, prices)).toBe(2_771_100n + 345_000n);
});

test('an activation is charged in place of bandwidth', () => {
  expect(networkCostSun({ energy: 0n, bandwidth: 268, activates: true }, prices)).toBe(1_100_000n);
});

test('H06 the fee is cost and margin at the two prices, rounded up once', () => {
  const rule = { marginPercent: 20, maximum: units(6_000_000n), trxRatio: trx, assetRatio: usdt };
  expect(feeInAsset(units(1_000_000n), rule)).toBe(360_000n);
  expect(feeInAsset(units(1n), rule)).toBe(1n);
  expect(feeInAsset(units(0n), rule)).toBe(0n);
});

test('in TRX no price matters', () => {
  const one = ratio(1n, 1n);
  expect(
    feeInAsset(units(1_100_000n), { marginPercent: 20, maximum: units(5_000_000n), trxRatio: one, assetRatio: one }),
  ).toBe(1_320_000n);
});

test('the house bears what is above the highest fee', () => {
  const rule = { marginPercent: 20, maximum: units(6_000_000n), trxRatio: trx, assetRatio: usdt };
  expect(feeInAsset(units(10n ** 12n), rule)).toBe(6_000_000n);
});
