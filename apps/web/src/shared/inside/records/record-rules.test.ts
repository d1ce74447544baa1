import { expect, test } from 'vitest';
import { balanceChange, isUnderWay, isVoid } from './record-rules.ts';

test('a send takes its fee from the balance as well, to the unit', () => {
  expect(balanceChange({ direction: 'out', amount: '115792089237316195423570985008687907853', fee: '1' })).toBe(
    '115792089237316195423570985008687907854',
  );
});

test('what arrives adds exactly its amount', () => {
  expect(balanceChange({ direction: 'in', amount: '500000000', fee: '0' })).toBe('500000000');
});

test.each([
  ['confirming', true, false],
  ['withdrawing', true, false],
  ['pending-review', false, false],
  ['review-approved', false, false],
  ['success', false, false],
  ['failed', false, true],
  ['review-rejected', false, true],
  ['cancelled', false, true],
] as const)('%s: changes with blocks %s, came to nothing %s', (status, underWay, nothing) => {
  expect(isUnderWay({ status })).toBe(underWay);
  expect(isVoid({ status })).toBe(nothing);
});
