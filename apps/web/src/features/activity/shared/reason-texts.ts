import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { RejectionReason } from '@tern/contracts/routes/activities';

/** The criterion an entry missed; null where the reviewer's own words say it alone. */
export const reasonTexts: Readonly<Record<RejectionReason, MessageDescriptor | null>> = {
  unreadable: msg`The user ID in the picture is not readable.`,
  'user-id-differs': msg`The user ID in the picture is not the one you entered.`,
  'not-this-activity': msg`The picture does not show what this activity asks for.`,
  'criteria-not-met': msg`The entry does not meet all requirements of this activity.`,
  edited: msg`The picture was edited.`,
  duplicate: msg`This account was submitted before.`,
  other: null,
};
