import { expect, test } from 'vitest';
import { orderTests } from './order-tests.ts';

const files = ['slow', 'quick', 'middle'];
const secondsOf = (file: string): number => ({ slow: 20, quick: 1, middle: 5 })[file] ?? 0;
const none = new Map<string, number>();

test('the quickest comes first where nothing is known', () => {
  expect(orderTests(files, { secondsOf, killsOfSymbol: none, killsOfAll: none })).toEqual(['quick', 'middle', 'slow']);
});

test('what has killed often for the time it takes comes first', () => {
  const killsOfAll = new Map([['middle', 20]]);
  expect(orderTests(files, { secondsOf, killsOfSymbol: none, killsOfAll })).toEqual(['middle', 'quick', 'slow']);
});

test('what has killed mutants of the same symbol comes before what has killed others', () => {
  const killsOfSymbol = new Map([['slow', 20]]);
  const killsOfAll = new Map([
    ['slow', 20],
    ['middle', 30],
  ]);
  expect(orderTests(files, { secondsOf, killsOfSymbol, killsOfAll })).toEqual(['slow', 'middle', 'quick']);
});
