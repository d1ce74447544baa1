import { expect, test } from 'vitest';
import { isBooked } from './is-booked.ts';

test.each(['followed', 'known', 'needs-operators'] as const)('a withdrawal that is %s is booked', (became) => {
  expect(isBooked(became)).toBe(true);
});

test.each(['no-account', 'not-covered', { failed: 'the database ended the connection' }] as const)(
  'a withdrawal that is %j is not booked',
  (became) => {
    expect(isBooked(became)).toBe(false);
  },
);
