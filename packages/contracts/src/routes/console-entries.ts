import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { entryIdField, personIdField, timeField, unitsField } from '../fields.ts';
import { pictureName, rejectionReason } from './activities.ts';
import { sendStopView } from './console-reviews.ts';

/** Where a page of waiting entries ended: when its last answer is due, and its id. */
const cursor = z.string().max(80);

export const waitingEntry = z.object({
  id: entryIdField,
  activityTitle: z.string(),
  personId: personIdField,
  personPublicId: z.string(),
  reward: unitsField,
  number: z.number().int(),
  externalId: z.string(),
  pictureName,
  submittedAt: timeField,
  dueAt: timeField,
  late: z.boolean(),
});
export type WaitingEntryView = z.infer<typeof waitingEntry>;

export const entryCase = z.object({
  ...waitingEntry.shape,
  /** What the picture has to show, one line each, and an example; null where the app draws one. */
  criteria: z.array(z.string()),
  platform: z.string(),
  sampleName: pictureName.nullable(),
  /** Holds on the person, each with whether nobody can approve while it is on. */
  stops: z.array(sendStopView),
  tries: z.array(
    z.object({
      number: z.number().int(),
      submittedAt: timeField,
      decision: z.enum(['approved', 'rejected']).nullable(),
      reason: z.string().nullable(),
      reasonText: z.string().nullable(),
    }),
  ),
  matches: z.array(
    z.object({
      entryId: entryIdField,
      personPublicId: z.string(),
      activityTitle: z.string(),
      externalId: z.string(),
      pictureName,
      pictureDeleted: z.boolean(),
      decision: z.enum(['approved', 'rejected']).nullable(),
      externalIdMatch: z.enum(['same', 'alike']).nullable(),
      pictureDistance: z.number().int().nullable(),
    }),
  ),
});
export type EntryCaseView = z.infer<typeof entryCase>;

const decision = z.discriminatedUnion('decision', [
  z.strictObject({ id: entryIdField, decision: z.literal('approve') }),
  z.strictObject({
    id: entryIdField,
    decision: z.literal('reject'),
    reason: rejectionReason,
    text: z.string().max(300),
  }),
]);
export type EntryDecisionInput = z.infer<typeof decision>;

export const consoleEntryRoutes = {
  listEntries: oc
    .route({ method: 'GET', path: '/entries', summary: 'Entries that wait, the most urgent first', tags: ['entries'] })
    .input(z.object({ after: cursor.optional() }))
    .output(z.object({ entries: z.array(waitingEntry), next: z.string().nullable() }))
    .errors(declareProblems('ROLE_MISSING')),

  entry: oc
    .route({ method: 'GET', path: '/entries/{id}', summary: 'One entry beside what is like it', tags: ['entries'] })
    .input(z.object({ id: entryIdField }))
    .output(entryCase)
    .errors(declareProblems('ROLE_MISSING')),

  picture: oc
    .route({ method: 'GET', path: '/pictures/{name}', summary: 'A picture that was handed in', tags: ['entries'] })
    .input(z.object({ name: pictureName }))
    .output(z.object({ base64: z.string() }))
    .errors(declareProblems('ROLE_MISSING')),

  decideEntry: oc
    .route({ method: 'POST', path: '/entries/decision', summary: 'Approve or reject an entry', tags: ['entries'] })
    .input(decision)
    .output(z.object({ outcome: z.enum(['approved', 'rejected']) }))
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED')),
};
