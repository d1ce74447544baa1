import { expect, test } from 'vitest';
import { findLookAlike, verdict } from './verdict.ts';

const known = { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', label: 'Lena' };

test('M32 an address with the ends of a known one and another middle looks like it', () => {
  expect(findLookAlike('TR7NAAAAAAAAAAAAAAAAAAAAAAAAAALj6t', [known])).toBe(known);
});

test('M32 a known address itself never looks like another', () => {
  const poisoned = { address: 'TR7NAAAAAAAAAAAAAAAAAAAAAAAAAALj6t', label: null };
  expect(findLookAlike(known.address, [poisoned, known])).toBeUndefined();
  expect(findLookAlike(known.address, [known, poisoned])).toBeUndefined();
});

test.each(['TR7MAAAAAAAAAAAAAAAAAAAAAAAAAALj6t', 'TR7NAAAAAAAAAAAAAAAAAAAAAAAAAALj6u'])(
  '%s differs at an end people look at',
  (other) => {
    expect(findLookAlike(other, [known])).toBeUndefined();
  },
);

test('every hazard money cannot come back from is a refusal', () => {
  const refusals = [
    'own-wallet',
    'zero-address',
    'token-contract',
    'contract-takes-no-trx',
    'house-address',
    'blacklisted',
  ] as const;
  expect(refusals.map((code) => verdict(code).severity)).toEqual(refusals.map(() => 'refusal'));
});
