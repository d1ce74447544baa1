import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { RejectionReason } from '@tern/contracts/routes/activities';

/** The criterion an entry missed; null where the reviewer's own words say it alone. */
export const reasonTexts: Readonly<Record<RejectionReason, MessageDescriptor | null>> = {
  unreadable: msg`The user ID cannot be read in the picture.`,
  'user-id-differs': msg`The user ID in the picture is not the one that was typed.`,
  'not-this-activity': msg`The picture does not show what this activity asks for.`,
  'criteria-not-met': msg`Not everything this activity asks for is met.`,
  edited: msg`The picture was changed.`,
  duplicate: msg`The same account was shown before.`,
  other: null,
};
