import { units } from '@tern/money/units';
import { expect, test } from 'vitest';
import { approvalsNeeded, recordStatusOf, transitions, withdrawalStates } from './withdrawal.ts';

test('M07 the final states have no way out, and every other state has one to a final state', () => {
  const finals = withdrawalStates.filter((state) => transitions[state].length === 0);
  expect(finals).toEqual(['rejected', 'cancelled', 'completed', 'failed']);
  for (const start of withdrawalStates) {
    const reached = new Set([start]);
    for (const state of reached) for (const next of transitions[state]) reached.add(next);
    expect(
      finals.some((final) => reached.has(final)),
      start,
    ).toBe(true);
  }
});

test('nothing becomes signed that was not approved', () => {
  const before = withdrawalStates.filter((state) => transitions[state].includes('signed'));
  expect(before).toEqual(['approved']);
});

test('a person reads one of the statuses of the decisions for every state', () => {
  expect(withdrawalStates.map((state) => recordStatusOf(state, true))).toEqual([
    'withdrawing',
    'pending-review',
    'review-approved',
    'review-rejected',
    'cancelled',
    'withdrawing',
    'withdrawing',
    'withdrawing',
    'success',
    'failed',
  ]);
  expect(recordStatusOf('approved', false)).toBe('withdrawing');
});

test.each([
  [4_999_999_999n, 0],
  [5_000_000_000n, 1],
  [9_999_999_999n, 1],
  [10_000_000_000n, 2],
])('a send worth %s base units of USDT needs %s operators', (value, needed) => {
  const limits = { reviewFromUsdt: units(5_000_000_000n), secondOperatorFromUsdt: units(10_000_000_000n) };
  expect(approvalsNeeded({ ownMove: false, usdtValue: units(value) }, limits)).toBe(needed);
  expect(approvalsNeeded({ ownMove: true, usdtValue: units(value) }, limits)).toBe(0);
});
