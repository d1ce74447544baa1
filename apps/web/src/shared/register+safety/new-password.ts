import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export type NewPassword = { password: string; repeated: string };

/** What is wrong with a new login password before anything is sent; leaked ones are known to the server. */
export function findNewPasswordFaults(draft: NewPassword): Partial<Record<keyof NewPassword, MessageDescriptor>> {
  const faults: Partial<Record<keyof NewPassword, MessageDescriptor>> = {};
  if (Array.from(draft.password).length < 8) faults.password = msg`Use at least 8 characters`;
  if (draft.password !== draft.repeated) faults.repeated = msg`The two passwords do not match`;
  return faults;
}

/** The field a refusal of the server belongs to. */
export const fieldsOfNewPassword = {
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_LONG: 'password',
  PASSWORD_TOO_COMMON: 'password',
} as const;
