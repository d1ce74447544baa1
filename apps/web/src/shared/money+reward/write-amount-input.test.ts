import { expect, test } from 'vitest';
import { readAmountInput } from '../read-amount-input.ts';
import { writeAmountInput } from './write-amount-input.ts';

test.each([
  ['en', '1249.5', '1249.5'],
  ['de', '1249.5', '1249,5'],
  ['ar', '1249.5', '1249.5'],
  ['fr', '1249', '1249'],
])('writes for %s what reads back exactly', (locale, plain, typed) => {
  expect(writeAmountInput(plain, locale)).toBe(typed);
  expect(readAmountInput(typed, locale)).toBe(plain);
});
