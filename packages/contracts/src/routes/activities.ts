import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import {
  activityIdField,
  idempotencyHeaders,
  idField,
  languageInput,
  timeField,
  tradePasswordInput,
  unitsField,
} from '../fields.ts';
import { participationRefusal } from '../problems/activities.ts';

/** What the person sees. `paying`: claimed, on its way into the wallet, which takes moments. */
export const participationStatus = z.enum(['under-review', 'approved', 'paying', 'completed', 'failed']);
export type ParticipationStatus = z.infer<typeof participationStatus>;

/** The criterion an entry did not meet; the reviewer has to name one. */
export const rejectionReason = z.enum([
  'unreadable',
  'user-id-differs',
  'not-this-activity',
  'criteria-not-met',
  'edited',
  'duplicate',
  'other',
]);
export type RejectionReason = z.infer<typeof rejectionReason>;

/** A kept picture: 32 random hexadecimal digits. */
export const pictureName = z.string().regex(/^[0-9a-f]{32}\.webp$/);

/** A picture that was sent to `POST /activities/pictures`. */
export const evidencePicture = z.object({
  name: pictureName,
  /** Readable by the person who sent it, and by reviewers. */
  path: z.string(),
  deletesAt: timeField,
});
export type EvidencePicture = z.infer<typeof evidencePicture>;

/** The person's own part in an activity. */
export const participationView = z.object({
  status: participationStatus,
  externalId: z.string(),
  /** Null once it was deleted, on the date that was announced. */
  picture: evidencePicture.nullable(),
  submittedAt: timeField,
  /** By when a reviewer promised to answer; they may be late, which `late` says. */
  answerBy: timeField,
  late: z.boolean(),
  decidedAt: timeField.nullable(),
  rejection: z.object({ reason: rejectionReason, text: z.string().nullable() }).nullable(),
  /** Until when another try may be sent; null where none may. */
  resubmitUntil: timeField.nullable(),
  /** Tries left after this one. */
  triesLeft: z.number().int(),
  /** The record of the payment, once it was made. */
  recordId: idField.nullable(),
});
export type ParticipationView = z.infer<typeof participationView>;

const summary = {
  id: idField,
  title: z.string(),
  summary: z.string(),
  /** The language of the texts: the one asked for where the house has written them in it, else English. */
  language: z.string(),
  /** Base units of the reward token. What an address bar says of it is a hint at most. */
  reward: unitsField,
  places: z.number().int(),
  placesLeft: z.number().int(),
  closesAt: timeField,
  reviewHours: z.number().int(),
  /** The other service, by the name it gives itself. */
  platform: z.string(),
  /** Whether somebody can join now. */
  open: z.boolean(),
};

export const activityCard = z.object({
  ...summary,
  participation: participationView
    .pick({ status: true, answerBy: true, late: true, decidedAt: true, rejection: true, resubmitUntil: true })
    .nullable(),
});
export type ActivityCard = z.infer<typeof activityCard>;

export const activityView = z.object({
  ...summary,
  /** What the house wants it for. */
  purpose: z.string(),
  /** What the picture has to show, one line each. */
  criteria: z.array(z.string()),
  /** Whether the house has anything to do with that service; where not, the page says so. */
  affiliated: z.boolean(),
  /** An example of a good picture; null where the app draws one. */
  samplePath: z.string().nullable(),
  /** A picture sent now is deleted after this many days. */
  pictureDays: z.number().int(),
  /** Why this person could not join now; null where they can, or have joined. */
  refusal: participationRefusal.nullable(),
  participation: participationView.nullable(),
});
export type ActivityView = z.infer<typeof activityView>;

export const activityTab = z.enum(['all', 'reviewing', 'completed']);
export type ActivityTab = z.infer<typeof activityTab>;

export const activityRoutes = {
  listActivities: oc
    .route({ method: 'GET', path: '/activities', summary: 'Activities, by tab and keyset', tags: ['activities'] })
    .input(
      z.object({
        tab: activityTab.default('all'),
        language: languageInput.default('en'),
        cursor: z.string().max(80).optional(),
        limit: z.coerce.number().int().min(1).max(50).default(20),
      }),
    )
    .output(
      z.object({
        activities: z.array(activityCard),
        nextCursor: z.string().nullable(),
        /** Where incentives are closed nothing is offered; what was joined before stays visible. */
        offered: z.boolean(),
        /** Nothing is given before the person says where they live, and whether anything is then depends on it. */
        countryNeeded: z.boolean(),
      }),
    )
    .errors(declareProblems()),

  activity: oc
    .route({ method: 'GET', path: '/activities/{id}', summary: 'One activity', tags: ['activities'] })
    .input(z.object({ id: activityIdField, language: languageInput.default('en') }))
    .output(activityView)
    .errors(declareProblems()),

  /**
   * The picture was sent before, as it is, to `POST /activities/pictures`, beside this contract, which speaks JSON alone; what
   * cannot be taken is refused there as 'PICTURE_REFUSED'.
   */
  submitEntry: oc
    .route({
      method: 'POST',
      path: '/activities/{id}/entries',
      summary: 'Join, or try again after a refusal',
      tags: ['activities'],
    })
    .input(z.strictObject({ id: activityIdField, externalId: z.string().max(400), picture: pictureName.nullable() }))
    .output(participationView)
    .errors(
      declareProblems(
        'AGREEMENT_REQUIRED',
        'EXTERNAL_ID_REQUIRED',
        'EXTERNAL_ID_INVALID',
        'PICTURE_REQUIRED',
        'PARTICIPATION_DATA_USED',
        'PARTICIPATION_FAILED',
      ),
    ),

  claimReward: oc
    .route({
      method: 'POST',
      path: '/activities/{id}/claim',
      inputStructure: 'detailed',
      summary: 'Claim the reward of an approved participation, once',
      tags: ['activities'],
    })
    .input(
      z.object({
        params: z.strictObject({ id: activityIdField }),
        headers: idempotencyHeaders,
        body: z.strictObject({ tradePassword: tradePasswordInput }),
      }),
    )
    .output(participationView)
    .errors(
      declareProblems(
        'AGREEMENT_REQUIRED',
        'TRADE_PASSWORD_NOT_SET',
        'TRADE_PASSWORD_WRONG',
        'FACTORS_LOCKED',
        'ACCOUNT_FROZEN',
        'NOT_CLAIMABLE',
        'PARTICIPATION_FAILED',
        'IDEMPOTENCY_KEY_REUSED',
      ),
    ),
};
