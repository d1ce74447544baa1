import { expect, test } from 'vitest';
import { estimateNext, formatTimeLeft, holdingShare, pastShare } from './pool-figures.ts';

test('a share of all holdings is cut to parts per million', () => {
  expect(holdingShare({ held: '2', heldByAll: '3' })).toBe(666_666);
  expect(holdingShare({ held: '0', heldByAll: '0' })).toBeUndefined();
});

test('an estimate is the part of what the pool would pay now, and none where nothing would be paid', () => {
  const pool = { held: '30', heldByAll: '100', nextAmount: '7', excluded: null } as const;
  expect(estimateNext(pool)).toBe('2');
  expect(estimateNext({ ...pool, excluded: 'closed' })).toBeUndefined();
  expect(estimateNext({ ...pool, nextAmount: '0' })).toBeUndefined();
  expect(estimateNext({ ...pool, held: '0', heldByAll: '0' })).toBeUndefined();
});

test('the clock of the pool runs from one distribution to the next', () => {
  expect(pastShare({ everyHours: 24 }, 6 * 3600)).toBe(0.75);
  expect(pastShare({ everyHours: 1 }, 4000)).toBe(0);
  expect(formatTimeLeft(5 * 3600 + 42 * 60 + 18)).toBe('05:42:18');
  expect(formatTimeLeft(0)).toBe('00:00:00');
});
