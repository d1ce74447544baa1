import { expect, test } from 'vitest';
import { centsOf, centsToUnits, showChange } from './worth-change.ts';

const same = (value: string) => value;
const change = { since: '2026-10-22T00:00:00.000Z', amount: '3', inOut: '9999', rewards: '9999', prices: '0' };

test('what is shown adds up, whatever is cut off', () => {
  const points = ['1768369999', null, '2180660000'];
  const view = {
    points,
    change: { ...change, amount: '412290001', inOut: '380009999', rewards: '16209999', prices: '16070003' },
  };
  expect(showChange(view, same)).toEqual({
    since: change.since,
    amount: 41_230n,
    inOut: 38_000n,
    rewards: 1620n,
    prices: 1610n,
  });
});

test('a point that is read has its own change since the beginning, and a gap has none', () => {
  const view = { points: ['1000000', null, '1500000', '1900000'], change };
  expect(showChange(view, same, 2)?.amount).toBe(50n);
  expect(showChange(view, same, 1)).toBeUndefined();
  expect(showChange({ points: [], change: null }, same)).toBeUndefined();
});

test('another unit is reckoned before it is cut, and losses are cut towards zero', () => {
  expect(centsOf('-19999', same)).toBe(-1n);
  expect(centsOf('30000', (value) => String(BigInt(value) * 2n))).toBe(6n);
  expect([centsToUnits(-150n), centsToUnits(0n)]).toEqual(['1500000', '0']);
});
