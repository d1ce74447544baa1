import { expect, test } from 'vitest';
import { findObstacle, type Readiness } from './obstacle.ts';

const ready: Readiness = {
  isLocked: false,
  hasNetwork: true,
  address: 'known',
  step: undefined,
  isSendable: true,
  isFeeKnown: true,
  amountProblem: undefined,
};

test('nothing stands in the way of a complete form', () => {
  expect(findObstacle(ready)).toBeUndefined();
});

test('names network before address before amount', () => {
  const amountProblem = { code: 'AMOUNT_REQUIRED', data: undefined } as const;
  const empty: Readiness = { ...ready, hasNetwork: false, address: 'missing', isFeeKnown: false, amountProblem };
  expect(findObstacle(empty)).toBe('network');
  expect(findObstacle({ ...empty, hasNetwork: true })).toBe('address');
  expect(findObstacle({ ...empty, hasNetwork: true, address: 'known', isFeeKnown: true })).toBe(amountProblem);
});

test.each([
  [{ isLocked: true, hasNetwork: false }, 'locked'],
  [{ address: 'invalid' }, 'address-invalid'],
  [{ address: 'unasked' }, 'find'],
  [{ address: 'checking' }, 'checking'],
  [{ address: 'check-failed' }, 'check-failed'],
  [{ address: 'refused', step: 'choose' }, 'refused'],
  [{ isSendable: false, step: 'choose' }, 'only-people-here'],
  [{ step: 'choose', isFeeKnown: false }, 'choose'],
  [{ step: 'tick' }, 'tick'],
  [{ isFeeKnown: false }, 'fee-unknown'],
] as const)('%o is told as %s', (changes, obstacle) => {
  expect(findObstacle({ ...ready, ...changes })).toBe(obstacle);
});
