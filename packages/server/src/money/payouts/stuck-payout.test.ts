import { expect, test } from 'vitest';
import { transitions, withdrawalStates } from '../transfers/withdrawal.ts';
import { deadlineMinutes, safeActionOf } from './stuck-payout.ts';

const unknown = {
  state: 'broadcast',
  waitingFor: null,
  waitingDetail: null,
  attention: null,
  unexpectedReceipt: false,
} as const;

test('M20 every state that is not final has a deadline', () => {
  const open = withdrawalStates.filter((state) => transitions[state].length > 0);
  expect(Object.keys(deadlineMinutes).toSorted()).toEqual(open.toSorted());
});

test.each([
  [{ ...unknown, unexpectedReceipt: true, attention: 'unexpected' }, 'decide-unexpected-receipt'],
  [{ ...unknown, attention: 'the signer refuses' }, 'resume'],
  [{ ...unknown, state: 'under-review' }, 'review'],
  [{ ...unknown, waitingFor: 'hot-wallet' }, 'fill-hot-wallet'],
  [{ ...unknown, waitingFor: 'signer' }, 'fix-signer'],
  [{ ...unknown, waitingFor: 'signer', waitingDetail: 'quarantined: read back first' }, 'end-quarantine'],
  [{ ...unknown, waitingFor: 'proof' }, 'fix-nodes'],
  [{ ...unknown, waitingFor: 'node' }, 'fix-nodes'],
  [{ ...unknown, waitingFor: 'fee' }, 'wait-or-return'],
  [{ ...unknown, waitingFor: 'token' }, 'wait-or-return'],
  [{ ...unknown, waitingFor: 'asset-pause' }, 'resume-asset'],
  [unknown, 'fix-nodes'],
] as const)('M20 %o has one safe action: %s', (stuck, action) => {
  expect(safeActionOf(stuck)).toBe(action);
});
