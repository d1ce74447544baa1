import { expect, test } from 'vitest';
import { findWeakness } from './weak-trade-password.ts';

test.each([
  ['111111', 'repeated'],
  ['121212', 'repeated'],
  ['405405', 'repeated'],
  ['778899', 'repeated'],
  ['555888', 'repeated'],
  ['123456', 'run'],
  ['987654', 'run'],
  ['890123', 'run'],
  ['310785', 'date'],
  ['123185', 'date'],
  ['850731', 'date'],
  ['199512', 'date'],
  ['122004', 'date'],
])('%s is weak: %s', (digits, weakness) => {
  expect(findWeakness(digits)).toBe(weakness);
});

test.each(['407318', '839264', '605174', '482937'])('nothing speaks against %s', (digits) => {
  expect(findWeakness(digits)).toBeUndefined();
});
