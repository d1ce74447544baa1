import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ProblemCode } from '@tern/contracts/problems/catalogue';
import { findNewPasswordFaults, type NewPassword } from '../../../shared/new-password.ts';
import { findTargetFault, type TargetDraft } from '../../../shared/target-draft.ts';

export type RecoverDraft = NewPassword & { target: TargetDraft; code: string };

export type RecoverField = 'target' | 'code' | 'password' | 'repeated';

/** What is wrong with each field, before anything is sent. */
export function findRecoverFaults(
  draft: RecoverDraft,
  codeWasSent: boolean,
): Partial<Record<RecoverField, MessageDescriptor>> {
  const faults: Partial<Record<RecoverField, MessageDescriptor>> = { ...findNewPasswordFaults(draft) };
  const target = findTargetFault(draft.target);
  if (target) faults.target = target;
  if (!codeWasSent) faults.code = msg`Send a code first`;
  else if (!/^\d{6}$/.test(draft.code)) faults.code = msg`Enter the six digits of the code`;
  return faults;
}

/** The field a refusal of the server belongs to; the others stand above the button. */
export const fieldOfProblem: Partial<Record<ProblemCode, RecoverField>> = {
  PHONE_INVALID: 'target',
  AREA_CODE_REQUIRED: 'target',
  EMAIL_INVALID: 'target',
  CODE_WRONG: 'code',
  CODE_EXHAUSTED: 'code',
  CODES_LOCKED: 'code',
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_LONG: 'password',
  PASSWORD_TOO_COMMON: 'password',
};
