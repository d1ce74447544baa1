import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What is wrong with a code that somebody has to have asked for first. */
export function findCodeFault(challengeId: string | undefined, code: string): MessageDescriptor | undefined {
  if (challengeId === undefined) return msg`Send a code first`;
  return /^\d{6}$/.test(code) ? undefined : msg`Enter the six digits of the code`;
}
