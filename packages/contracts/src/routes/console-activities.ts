import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { activityIdField, amountInput, idField, listCursor, timeField, unitsField } from '../fields.ts';
import { pictureName } from './activities.ts';
import { proofField, questionView } from './console-access.ts';

/** Longest a sample picture may be, as the text it is sent in. */
export const sampleTextMax = 8_000_000;

const line = (max: number) => z.string().trim().min(1).max(max);

const localTexts = z.strictObject({
  title: line(80),
  summary: line(160),
  purpose: line(500),
  criteria: z.array(line(200)).min(1).max(8),
});

/** What an operator writes down about an activity. Texts by language, English always. */
const activityTermsInput = z.strictObject({
  texts: z.record(z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$/), localTexts),
  platform: line(60),
  affiliated: z.boolean(),
  sampleName: pictureName.nullable(),
  /** Whole reward tokens, as typed. */
  reward: amountInput,
  places: z.number().int().min(1).max(1_000_000),
  opensAt: timeField,
  closesAt: timeField,
  reviewHours: z.number().int().min(1).max(720),
  pictureDays: z.number().int().min(1).max(365),
});
export type ActivityTermsInput = z.infer<typeof activityTermsInput>;

const activityRow = z.object({
  id: idField,
  state: z.enum(['draft', 'published', 'closed']),
  title: z.string(),
  platform: z.string(),
  reward: unitsField,
  /** What all places together can earn: set aside when it is published. */
  total: unitsField,
  places: z.number().int(),
  placesTaken: z.number().int(),
  opensAt: timeField,
  closesAt: timeField,
  /** Who last changed the draft; null for the installation itself. */
  changedBy: z.string().nullable(),
});
export type ActivityRowView = z.infer<typeof activityRow>;

const activityCase = z.object({
  ...activityRow.shape,
  texts: z.record(z.string(), localTexts),
  affiliated: z.boolean(),
  sampleName: pictureName.nullable(),
  reviewHours: z.number().int(),
  pictureDays: z.number().int(),
  /** Of everything above that can be changed: what is published is what was looked at. */
  digest: z.string(),
});
export type ActivityCaseView = z.infer<typeof activityCase>;

const stepInput = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('publish'), id: activityIdField, digest: z.string().length(43) }),
  z.strictObject({ step: z.literal('close'), id: activityIdField }),
]);
export type ActivityStepInput = z.infer<typeof stepInput>;

export const consoleActivityRoutes = {
  listActivities: oc
    .route({ method: 'GET', path: '/activities', summary: 'All activities, newest first', tags: ['activities'] })
    .input(z.object({ after: listCursor.optional() }))
    .output(z.object({ activities: z.array(activityRow), owned: unitsField, next: z.string().nullable() }))
    .errors(declareProblems('ROLE_MISSING')),

  activity: oc
    .route({ method: 'GET', path: '/activities/{id}', summary: 'One activity', tags: ['activities'] })
    .input(z.object({ id: activityIdField }))
    .output(activityCase)
    .errors(declareProblems('ROLE_MISSING')),

  saveDraft: oc
    .route({
      method: 'POST',
      path: '/activities/draft',
      summary: 'Draw one up, or change a draft',
      tags: ['activities'],
    })
    .input(z.strictObject({ id: activityIdField.nullable(), terms: activityTermsInput }))
    .output(z.object({ id: idField }))
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED')),

  keepSample: oc
    .route({ method: 'POST', path: '/activities/sample', summary: 'Keep an example picture', tags: ['activities'] })
    .input(z.strictObject({ base64: z.base64().max(sampleTextMax) }))
    .output(z.object({ name: pictureName }))
    .errors(declareProblems('ROLE_MISSING', 'PICTURE_REFUSED', 'UNAVAILABLE')),

  sample: oc
    .route({ method: 'GET', path: '/activities/sample/{name}', summary: 'An example picture', tags: ['activities'] })
    .input(z.object({ name: pictureName }))
    .output(z.object({ base64: z.string() }))
    .errors(declareProblems('ROLE_MISSING', 'UNAVAILABLE')),

  askActivityStep: oc
    .route({ method: 'POST', path: '/activities/question', summary: 'The words to be signed', tags: ['activities'] })
    .input(stepInput)
    .output(questionView)
    .errors(declareProblems('ROLE_MISSING')),

  takeActivityStep: oc
    .route({ method: 'POST', path: '/activities/step', summary: 'Publish or close, signed', tags: ['activities'] })
    .input(z.strictObject({ said: stepInput, proof: proofField }))
    .output(z.object({}))
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED', 'PASSKEY_REFUSED')),
};
