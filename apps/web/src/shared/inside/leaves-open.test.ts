import { ORPCError } from '@orpc/client';
import { expect, test } from 'vitest';
import { leavesOpen } from './leaves-open.ts';

const refusal = (code: string) => new ORPCError(code, { data: { retryAfterSeconds: 3 } });

test.each([
  ['no answer', new TypeError('Failed to fetch'), true, true],
  ['an answer that is none', new Error('an answer that is none of ours'), true, true],
  ['a fault of the server', refusal('INTERNAL'), true, true],
  ['too many requests', refusal('TOO_MANY_REQUESTS'), false, true],
  ['an expired session', refusal('LOGIN_EXPIRED'), false, true],
  ['a wrong code', refusal('AUTHENTICATOR_CODE_WRONG'), false, false],
])('after %s a first try and a repeated one are open or not', (_name, error, first, repeated) => {
  expect(leavesOpen(error, false)).toBe(first);
  expect(leavesOpen(error, true)).toBe(repeated);
});
