import { expect, test } from 'vitest';
import { leavesOpen } from './leaves-open.ts';

test.each([
  ['NETWORK', true, true],
  ['INTERNAL', true, true],
  ['UNAVAILABLE', true, true],
  ['TOO_MANY_REQUESTS', false, true],
  ['LOGIN_EXPIRED', false, true],
  ['AUTHENTICATOR_CODE_WRONG', false, false],
  ['DRAFT_EXPIRED', false, false],
] as const)('after %s a first try is open: %s, one whose earlier try was open: %s', (code, first, repeated) => {
  expect(leavesOpen(code, false)).toBe(first);
  expect(leavesOpen(code, true)).toBe(repeated);
});
