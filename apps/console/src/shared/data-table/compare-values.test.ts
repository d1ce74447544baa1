import { expect, test } from 'vitest';
import { compareValues } from './compare-values.ts';

test('sorts amounts beyond 2^53 exactly, and texts with numbers as people count', () => {
  const amounts = [9_007_199_254_740_993n, 9_007_199_254_740_992n, -1n];
  expect(amounts.toSorted(compareValues)).toEqual([-1n, 9_007_199_254_740_992n, 9_007_199_254_740_993n]);
  expect(['week 10', 'Week 9', 'week 1'].toSorted(compareValues)).toEqual(['week 1', 'Week 9', 'week 10']);
});
