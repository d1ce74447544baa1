import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { activityProblems, ParticipationRefusal } from '@tern/contracts/problems/activities';
import type { ProblemText } from '../problem.ts';

const refusedTexts: Record<ParticipationRefusal, MessageDescriptor> = {
  'not-active': msg`Participation failed. Your account is not active yet.`,
  'no-country': msg`Participation failed. Declare the country you live in first.`,
  'country-closed': msg`Participation failed. Rewards are not offered where you live.`,
  'not-open': msg`Participation failed. This activity is not open.`,
  full: msg`Participation failed. No places left.`,
  'already-joined': msg`Participation failed. You have already joined.`,
  'no-more-tries': msg`Participation failed. You can’t resubmit this entry.`,
};

/** Problems of taking part in activities: their texts arrive with the session. */
export const activityProblemTexts = {
  EXTERNAL_ID_REQUIRED: msg`Enter your user ID`,
  EXTERNAL_ID_INVALID: msg`Use 2 to 64 characters: letters a to z, digits and . _ - @ +`,
  PICTURE_REQUIRED: msg`Choose a picture`,
  PARTICIPATION_DATA_USED: msg`This information has already been used, try another account`,
  PARTICIPATION_FAILED: ({ reason }) => refusedTexts[reason],
  NOT_CLAIMABLE: msg`This can’t be claimed, or it was claimed already.`,
} as const satisfies { [Code in keyof typeof activityProblems]: ProblemText<Code> };
