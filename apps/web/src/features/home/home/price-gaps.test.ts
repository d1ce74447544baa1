import { expect, test } from 'vitest';
import { findGaps } from './price-gaps.ts';

test('gaps lie between known points, and one may last until now', () => {
  expect(findGaps([undefined, 1, 2, undefined, undefined, 3, undefined])).toEqual([
    { from: 2, until: 5 },
    { from: 5, until: undefined },
  ]);
});

test('where everything or nothing is known there is none', () => {
  expect(findGaps([1, 2])).toEqual([]);
  expect(findGaps([undefined, undefined])).toEqual([]);
  expect(findGaps([])).toEqual([]);
});
