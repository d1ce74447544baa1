import { expect, test } from 'vitest';
import { readNumbers } from './read-numbers.ts';

test.each([
  ['wait 24 hours', ['24']],
  ['٢٤ ساعة', ['24']],
  ['{count} of 1,000', ['1000']],
  ['{moves, plural, =0 {Your balance did not change.} one {# change} other {# changes}}', []],
  ['<0>pay</0> {amount}', []],
])('%j has the numbers %j', (text, numbers) => {
  expect([...readNumbers(text)]).toEqual(numbers);
});
