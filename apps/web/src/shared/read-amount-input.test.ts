import { parseAmount } from '@tern/money/parse-amount';
import { expect, test } from 'vitest';
import { readAmountInput } from './read-amount-input.ts';

test.each([
  ['en', '12.5', '12.5'],
  ['de', '12,5', '12.5'],
  ['de', '12.5', '12.5'],
  ['de', '0.125', '0.125'],
  ['fr', ' 1 250,5 ', '1250.5'],
  ['ar-EG', '١٢٫٥', '12.5'],
  ['fa', '۱۲٫۵', '12.5'],
  ['en', '۱۲٫۵', '12.5'],
  ['hi', '१२.५', '12.5'],
  ['bn', '১২.৫', '12.5'],
  ['my', '၁၂.၅', '12.5'],
  ['km', '១២.៥', '12.5'],
  ['th', '๑๒.๕', '12.5'],
  ['ja', '１２．５', '12.5'],
  ['en', '-1', '-1'],
  ['en', '1e3', '1e3'],
  ['en', '0x1', '0x1'],
  ['en', '½', '1⁄2'],
  ['en', '', ''],
])('in %s reads %j as %j', (locale, typed, plain) => {
  expect(readAmountInput(typed, locale)).toBe(plain);
});

test.each([
  ['en', '1,250'],
  ['en', '12,5'],
  ['en', '1,250.00'],
  ['en', '1.250,00'],
  ['en', "1'250"],
  ['de', '1.250'],
  ['de', '1.250,00'],
  ['de', '1,250.00'],
  ['de', '1.250.000'],
  ['de-CH', '1’250.50'],
  ['ar-EG', '١٬٢٥٠'],
  ['hi', '1,25,000'],
])('in %s leaves it to the person what %j means', (locale, typed) => {
  expect(parseAmount(readAmountInput(typed, locale), 6)).toEqual({ fault: 'separators' });
});
