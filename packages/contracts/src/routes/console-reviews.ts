import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { assetField, idField, timeField, unitsField } from '../fields.ts';
import { proofField, questionView } from './console-access.ts';

/** Why a send is rejected. A closed list: what the person can be told is decided here, not by whoever types. */
export const rejectionReason = z.enum(['suspected-fraud', 'receiver-risk', 'limit', 'legal-order', 'not-confirmed']);
export type RejectionReason = z.infer<typeof rejectionReason>;

const note = z.string().trim().min(3).max(400);

/** What one operator says about a send. */
const decisionFields = z.discriminatedUnion('decision', [
  z.strictObject({ id: idField, decision: z.literal('approve'), note }),
  z.strictObject({ id: idField, decision: z.literal('reject'), reason: rejectionReason, note }),
]);
export type ReviewDecisionInput = z.infer<typeof decisionFields>;

export const reviewRow = z.object({
  id: idField,
  assetId: assetField,
  amount: unitsField,
  fee: unitsField,
  usdtValue: unitsField,
  settlement: z.enum(['chain', 'internal']),
  toAddress: z.string(),
  approvals: z.number().int(),
  approvalsNeeded: z.number().int(),
  cause: z.enum(['amount', 'day-total']),
  requestedAt: timeField,
});
export type ReviewRowView = z.infer<typeof reviewRow>;

/** A fact about the send, for it or against it; the console says it in words. */
export const evidenceView = z.object({
  about: z.enum([
    'balance-explained',
    'factors',
    'receiver-known',
    'receiver-first-time',
    'receiver-first-by-anyone',
    'usual-amount',
    'unusual-amount',
    'first-send',
    'new-device',
    'known-device',
    'factor-changed',
    'young-account',
    'day-total',
    'hold',
  ]),
  tone: z.enum(['good', 'warning']),
  /** Counts, times and amounts in it, by name. */
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type EvidenceView = z.infer<typeof evidenceView>;

export const reviewCase = z.object({
  ...reviewRow.shape,
  cause: z.enum(['amount', 'day-total']).nullable(),
  state: z.string(),
  memo: z.string().nullable(),
  evidence: z.array(evidenceView),
  person: z.object({
    id: idField,
    publicId: z.string(),
    since: timeField,
    activatedAt: timeField.nullable(),
    state: z.string(),
    available: unitsField,
    sentThirtyDaysUsdt: unitsField,
    holds: z.number().int(),
  }),
  lastTransfers: z.array(
    z.object({
      id: idField,
      at: timeField,
      toAddress: z.string(),
      state: z.string(),
      assetId: assetField,
      amount: unitsField,
    }),
  ),
  decisions: z.array(
    z.object({
      operator: z.string(),
      decision: z.enum(['approve', 'reject']),
      reason: z.string().nullable(),
      at: timeField,
    }),
  ),
  steps: z.array(z.object({ from: z.string(), to: z.string(), at: timeField })),
  limits: z.object({ largestUsdt: unitsField, leftTodayUsdt: unitsField }),
  /** Of the asset on the hot wallet, were it paid now; null for a send that stays in the house. */
  hotAfter: unitsField.nullable(),
  hotShort: z.boolean(),
  /** Why the asking operator cannot decide now; null where they can. */
  obstacle: z.enum(['role', 'decided-by-you', 'not-open']).nullable(),
});
export type ReviewCaseView = z.infer<typeof reviewCase>;

export const consoleReviewRoutes = {
  listReviews: oc
    .route({ method: 'GET', path: '/reviews', summary: 'Sends that wait for operators', tags: ['reviews'] })
    .input(z.object({ asset: assetField.optional(), waiting: z.enum(['new', 'second']).optional() }))
    .output(z.object({ reviews: z.array(reviewRow) }))
    .errors(declareProblems('ROLE_MISSING')),

  review: oc
    .route({ method: 'GET', path: '/reviews/{id}', summary: 'All there is to know about one', tags: ['reviews'] })
    .input(z.object({ id: idField }))
    .output(reviewCase)
    .errors(declareProblems('ROLE_MISSING')),

  askDecision: oc
    .route({ method: 'POST', path: '/reviews/question', summary: 'The words to be signed', tags: ['reviews'] })
    .input(decisionFields)
    .output(questionView)
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED')),

  decide: oc
    .route({ method: 'POST', path: '/reviews/decision', summary: 'Approve or reject, signed', tags: ['reviews'] })
    .input(z.strictObject({ said: decisionFields, proof: proofField }))
    .output(z.object({ outcome: z.enum(['approved', 'second-operator-needed', 'rejected']) }))
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED', 'PASSKEY_REFUSED')),
};
