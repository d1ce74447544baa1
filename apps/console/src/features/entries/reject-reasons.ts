import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { RejectionReason } from '@tern/contracts/routes/activities';

/** Why an entry is rejected, in words. */
export const rejectReasons = {
  unreadable: msg`The picture cannot be read`,
  'user-id-differs': msg`The user ID differs from the picture`,
  'not-this-activity': msg`Not of this activity`,
  'criteria-not-met': msg`The criteria are not met`,
  edited: msg`The picture was edited`,
  duplicate: msg`Handed in before`,
  other: msg`Another reason, in words`,
} as const satisfies Record<RejectionReason, MessageDescriptor>;

/** Why a try was rejected; a reason from before the list stands as it was written. */
export function rejectReasonName(reason: string): MessageDescriptor {
  const known: Readonly<Record<string, MessageDescriptor>> = rejectReasons;
  return known[reason] ?? { id: reason, message: reason };
}
