import { expect, test } from 'vitest';
import { safeActionOf } from './list-stuck-orders.ts';

test.each([
  ['in block 7, but shows success without event', 'signer', 'compare-and-resume'],
  [null, 'signer', 'fix-signer'],
  [null, 'signer', 'end-quarantine', 'quarantined: read back first'],
  [null, 'signer-limit', 'wait'],
  [null, 'fee', 'wait'],
  [null, 'token', 'wait'],
  [null, 'node', 'fix-nodes'],
  [null, 'proof', 'fix-nodes'],
  [null, null, 'fix-nodes'],
] as const)(
  'an order with %j that waits for %j has one safe action: %s',
  (attention, waitingFor, action, waitingDetail?: string) => {
    expect(safeActionOf({ attention, waitingFor, waitingDetail: waitingDetail ?? null })).toBe(action);
  },
);
