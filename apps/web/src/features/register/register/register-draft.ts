import { msg } from '@lingui/core/macro';
import {
  fieldsOfNewPassword,
  findNewPasswordFaults,
  type NewPassword,
} from '../../../shared/register+safety/new-password.ts';
import {
  fieldsOfProvenTarget,
  findProvenTargetFaults,
  type ProvenTarget,
} from '../../../shared/register+safety/proven-target.ts';
import type { Faults, FieldsOfProblems } from '../../../shared/use-problem-form.ts';

export type RegisterDraft = ProvenTarget & NewPassword & { inviteCode: string; termsAccepted: boolean };

/** What is wrong with each field, before anything is sent. */
export function findRegisterFaults(draft: RegisterDraft): Faults<RegisterDraft> {
  return {
    ...findProvenTargetFaults(draft),
    ...findNewPasswordFaults(draft),
    termsAccepted: draft.termsAccepted ? undefined : msg`Check the terms first`,
  };
}

/** The field a refusal of the server belongs to; the others stand above the button. */
export const fieldsOfRegister: FieldsOfProblems<RegisterDraft> = {
  ...fieldsOfProvenTarget,
  ...fieldsOfNewPassword,
  ACCOUNT_TAKEN: 'target',
  INVITE_CODE_UNKNOWN: 'inviteCode',
  TERMS_NOT_ACCEPTED: 'termsAccepted',
};
