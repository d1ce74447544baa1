import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ProblemCode } from '@tern/contracts/problems/catalogue';
import { findNewPasswordFaults } from '../../../shared/new-password.ts';
import { findTargetFault, type TargetDraft } from '../../../shared/target-draft.ts';

export type RegisterDraft = {
  target: TargetDraft;
  code: string;
  password: string;
  repeated: string;
  inviteCode: string;
  termsAccepted: boolean;
};

export type RegisterField = 'target' | 'code' | 'password' | 'repeated' | 'inviteCode' | 'terms';
export type RegisterFaults = Partial<Record<RegisterField, MessageDescriptor>>;

/** What is wrong with each field, before anything is sent. */
export function findRegisterFaults(draft: RegisterDraft, codeWasSent: boolean): RegisterFaults {
  const faults: RegisterFaults = { ...findNewPasswordFaults(draft) };
  const target = findTargetFault(draft.target);
  if (target) faults.target = target;
  if (!codeWasSent) faults.code = msg`Send a code first`;
  else if (!/^\d{6}$/.test(draft.code)) faults.code = msg`Enter the six digits of the code`;
  if (!draft.termsAccepted) faults.terms = msg`Check the terms first`;
  return faults;
}

/** The field a refusal of the server belongs to; the others stand above the button. */
export const fieldOfProblem: Partial<Record<ProblemCode, RegisterField>> = {
  PHONE_INVALID: 'target',
  AREA_CODE_REQUIRED: 'target',
  EMAIL_INVALID: 'target',
  ACCOUNT_TAKEN: 'target',
  CODE_WRONG: 'code',
  CODE_EXHAUSTED: 'code',
  CODES_LOCKED: 'code',
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_LONG: 'password',
  PASSWORD_TOO_COMMON: 'password',
  INVITE_CODE_UNKNOWN: 'inviteCode',
  TERMS_NOT_ACCEPTED: 'terms',
};
