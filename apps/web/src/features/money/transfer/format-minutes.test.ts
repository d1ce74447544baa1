import { expect, test } from 'vitest';
import { formatMinutes } from './format-minutes.ts';

test.each([
  [300, '5:00'],
  [299, '4:59'],
  [61, '1:01'],
  [0, '0:00'],
])('%i seconds are %s', (seconds, shown) => {
  expect(formatMinutes(seconds, 'en')).toBe(shown);
});
