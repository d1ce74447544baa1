import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test.each([
  ['', 0],
  ['Ab1!xyz', 0],
  ['aaaaaaaaaaaaaaaa', 1],
  ['abcdefgh', 1],
  ['abcdef12', 1],
  ['Abcdef12', 2],
  ['abcdefghijkl', 2],
  ['Abcdefghij12', 3],
  ['correct horse battery', 3],
])('%j is of strength %i', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});
