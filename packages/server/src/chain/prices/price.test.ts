import { ratio, ratioFromDecimal } from '@tern/money/ratio';
import { units } from '@tern/money/units';
import { expect, test } from 'vitest';
import { amountReachingUsdt, amountWithinUsdt, baseUnitRatio, decimalTextOf, valueInUsdtCeil } from './price.ts';

const trx = { ratio: baseUnitRatio('0.3', 6) };
const reward = { ratio: baseUnitRatio('0.1', 18) };

test('values base units of assets with different decimals in USDT base units, rounded up', () => {
  expect(valueInUsdtCeil(units(10_000_000n), trx)).toBe(3_000_000n);
  expect(valueInUsdtCeil(units(20n * 10n ** 18n), reward)).toBe(2_000_000n);
  expect(valueInUsdtCeil(units(1n), reward)).toBe(1n);
});

test('the largest amount within a limit and the smallest that reaches it meet at the limit', () => {
  const limit = units(20_000_000_000n);
  const within = amountWithinUsdt(limit, trx);
  const reaching = amountReachingUsdt(limit, trx);
  expect([within, reaching]).toEqual([66_666_666_666n, 66_666_666_667n]);
  expect(valueInUsdtCeil(within, trx)).toBeLessThanOrEqual(limit);
  expect(valueInUsdtCeil(units(reaching - 1n), trx)).toBeLessThanOrEqual(limit);
});

test('writes a price as a plain decimal, cut after 18 places', () => {
  expect(decimalTextOf(ratioFromDecimal('0.30'))).toBe('0.3');
  expect(decimalTextOf(ratio(1n, 3n))).toBe('0.333333333333333333');
});
