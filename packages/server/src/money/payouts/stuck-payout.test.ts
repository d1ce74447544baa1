import { expect, test } from 'vitest';
import { transitions, withdrawalStates } from '../transfers/withdrawal.ts';
import { deadlineMinutes, safeActionOf } from './stuck-payout.ts';

const unknown = { state: 'broadcast', waitingFor: null, attention: null, odd: false } as const;

test('M20 every state that is not final has a deadline', () => {
  const open = withdrawalStates.filter((state) => transitions[state].length > 0);
  expect(Object.keys(deadlineMinutes).toSorted()).toEqual(open.toSorted());
});

test.each([
  [{ ...unknown, odd: true, attention: 'odd' }, 'decide-odd'],
  [{ ...unknown, attention: 'the signer refuses' }, 'resume'],
  [{ ...unknown, state: 'under-review' }, 'review'],
  [{ ...unknown, waitingFor: 'hot-wallet' }, 'fill-hot-wallet'],
  [{ ...unknown, waitingFor: 'signer' }, 'mend-signer'],
  [{ ...unknown, waitingFor: 'proof' }, 'mend-nodes'],
  [{ ...unknown, waitingFor: 'node' }, 'mend-nodes'],
  [{ ...unknown, waitingFor: 'fee' }, 'wait-or-return'],
  [{ ...unknown, waitingFor: 'token' }, 'wait-or-return'],
  [{ ...unknown, waitingFor: 'asset-pause' }, 'resume-asset'],
  [unknown, 'mend-nodes'],
] as const)('M20 %o has one safe action: %s', (stuck, action) => {
  expect(safeActionOf(stuck)).toBe(action);
});
