import { expect, test } from 'vitest';
import { looksLikeContact } from './looks-like-contact.ts';

test.each([
  ['mara@example.org', true],
  ['m@', true],
  ['+44 7700 900123', true],
  [' +4', true],
  // As some keyboards write them.
  ['＋44', true],
  ['mara＠example.org', true],
  ['@mara', false],
  ['mara', false],
  ['77000001', false],
  ['', false],
])('%s', (typed, expected) => {
  expect(looksLikeContact(typed)).toBe(expected);
});
