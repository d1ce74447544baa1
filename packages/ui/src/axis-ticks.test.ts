import { expect, test } from 'vitest';
import { axisTicks } from './axis-ticks.ts';

const unitsOf = (lowest: number, highest: number) =>
  axisTicks(lowest, highest).map(({ units, exponent }) => `${units}e${exponent}`);

test('ticks are round and reach around all values', () => {
  expect(unitsOf(0.2683, 0.28)).toEqual(['265e-3', '270e-3', '275e-3', '280e-3']);
  expect(unitsOf(31, 118)).toEqual(['0e1', '5e1', '10e1', '15e1']);
});

test('a value that never moved lies between two ticks', () => {
  expect(axisTicks(1, 1).length).toBeGreaterThanOrEqual(2);
  expect(axisTicks(0, 0).length).toBeGreaterThanOrEqual(2);
});
