import { expect, test } from 'vitest';
import { isStrayTap } from './stray-tap.ts';

test('a tap soon after something has appeared was meant for what was there before', () => {
  expect(isStrayTap({ detail: 1, timeStamp: 1120 }, 1000)).toBe(true);
  expect(isStrayTap({ detail: 2, timeStamp: 1399 }, 1000)).toBe(true);
  expect(isStrayTap({ detail: 1, timeStamp: 1400 }, 1000)).toBe(false);
});

test('a tap made before something appeared, and handled only afterwards, is stray too', () => {
  expect(isStrayTap({ detail: 2, timeStamp: 990 }, 1000)).toBe(true);
});

test('keys and readers are never too early', () => {
  expect(isStrayTap({ detail: 0, timeStamp: 1001 }, 1000)).toBe(false);
});
