import { expect, test } from 'vitest';
import { readPercent } from './read-percent.ts';

test.each([
  ['10', 1_000],
  [' 0.05 ', 5],
  ['7,5', 750],
  ['100', 10_000],
  ['0', undefined],
  ['100.01', undefined],
  ['1.234', undefined],
  ['1e1', undefined],
  ['-5', undefined],
  ['', undefined],
])('%j percent are %j basis points', (typed, basisPoints) => {
  expect(readPercent(typed)).toBe(basisPoints);
});
