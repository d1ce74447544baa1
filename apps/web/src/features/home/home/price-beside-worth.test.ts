import { expect, test } from 'vitest';
import { priceBesideWorth } from './price-beside-worth.ts';

const price = { price: '0.1', at: '2026-11-21T10:00:00.000Z', stale: false, sources: [], source: 'operator' as const };

test('100 tokens that a swap would pay 9.94 for stand at 0.0994, not at their middle price', () => {
  const reward = { assetId: 'reward' as const, posted: '100000000000000000000', price, value: '9940000' };
  expect(priceBesideWorth(reward, 18)).toBe('0.0994');
  // Of a worth of a few units nothing follows.
  expect(priceBesideWorth({ ...reward, posted: '1', value: '0' }, 18)).toBe('0.1');
  expect(priceBesideWorth({ ...reward, value: null }, 18)).toBe('0.1');
});

test('other assets stand at their price, and the unit at one', () => {
  expect(priceBesideWorth({ assetId: 'trx', posted: '5', price, value: '1' }, 6)).toBe('0.1');
  expect(priceBesideWorth({ assetId: 'trx', posted: '5', price: null, value: null }, 6)).toBeNull();
  expect(priceBesideWorth({ assetId: 'usdt', posted: '5', price: null, value: '5' }, 6)).toBe('1');
});
