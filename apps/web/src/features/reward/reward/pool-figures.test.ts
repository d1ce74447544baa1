import { expect, test } from 'vitest';
import { estimateNext, formatTimeLeft, holdingShare, isTonight } from './pool-figures.ts';

test('a share of all holdings is cut to parts per million', () => {
  expect(holdingShare({ held: '2', heldByAll: '3' })).toBe(666_666);
  expect(holdingShare({ held: '0', heldByAll: '0' })).toBeUndefined();
});

test('an estimate is the part of what the pool would pay now, and none where nothing would be paid', () => {
  const pool = { average: '30', heldByAll: '100', nextAmount: '7', excluded: null } as const;
  expect(estimateNext(pool)).toBe('2');
  expect(estimateNext({ ...pool, excluded: 'closed' })).toBeUndefined();
  expect(estimateNext({ ...pool, nextAmount: '0' })).toBeUndefined();
  expect(estimateNext({ ...pool, average: '0', heldByAll: '0' })).toBeUndefined();
  expect(estimateNext({ ...pool, average: '300' }), 'who has sold gets no more than there is').toBe('7');
});

test('only a distribution in the evening or at night is said to be tonight', () => {
  const noon = new Date(2026, 10, 21, 12);
  const at = (hour: number, day = 21) => ({ nextAt: new Date(2026, 10, day, hour).toISOString() });
  expect(isTonight(at(0, 22), noon)).toBe(true);
  expect(isTonight(at(20), noon)).toBe(true);
  expect(isTonight(at(9, 22), noon)).toBe(false);
  expect(isTonight(at(20, 23), noon)).toBe(false);
});

test('the clock of the pool has hours, minutes and seconds', () => {
  expect(formatTimeLeft(5 * 3600 + 42 * 60 + 18)).toBe('05:42:18');
  expect(formatTimeLeft(0)).toBe('00:00:00');
});
