import { z } from 'zod';
import type { ProblemRow } from '../problem-row.ts';

/**
 * Why somebody cannot take part, or not any more. None of it says anything about other people.
 * `not-active`: the account is not activated. `no-country`, `country-closed`: incentives need a declared country, and an open one.
 */
export const participationRefusal = z.enum([
  'not-active',
  'no-country',
  'country-closed',
  'not-open',
  'full',
  'already-joined',
  'no-more-tries',
]);
export type ParticipationRefusal = z.infer<typeof participationRefusal>;

/** Joining activities, and claiming what they give. */
export const activityProblems = {
  EXTERNAL_ID_REQUIRED: {
    status: 422,
    title: 'No user ID of the other service was given',
    retryable: false,
    severity: 'expected',
  },
  EXTERNAL_ID_INVALID: {
    status: 422,
    title: 'A user ID has 2 to 64 letters a to z, digits and . _ - @ +',
    retryable: false,
    severity: 'expected',
  },
  PICTURE_REQUIRED: {
    status: 422,
    title: 'No picture of this person was given, or it is gone',
    retryable: false,
    severity: 'expected',
  },
  // Says neither which of the two, nor whose: the answer is the same for the person's own.
  PARTICIPATION_DATA_USED: {
    status: 409,
    title: 'The user ID or the picture has been used',
    retryable: false,
    severity: 'expected',
  },
  PARTICIPATION_FAILED: {
    status: 409,
    title: 'Joining was refused',
    data: z.object({ reason: participationRefusal }),
    retryable: false,
    severity: 'expected',
  },
  NOT_CLAIMABLE: {
    status: 409,
    title: 'Only what was approved is claimed, once',
    retryable: false,
    severity: 'expected',
  },
} as const satisfies Record<string, ProblemRow>;
