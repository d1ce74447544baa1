import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { assetField, idField, listCursor, personIdField, timeField, unitsField, withdrawalIdField } from '../fields.ts';
import { caseEvidence, caseReason } from '../refused-addresses.ts';
import { screeningRule } from '../screening-rule.ts';
import { proofField, questionView } from './console-access.ts';
import type { RecordReason } from './records.ts';

/** Why a send is rejected. A closed list: what the person can be told is decided here, not by whoever types. */
export const rejectionReason = z.enum([
  'suspected-fraud',
  'receiver-risk',
  'limit',
  'legal-order',
  'not-confirmed',
  'other',
]);
export type RejectionReason = z.infer<typeof rejectionReason>;

/**
 * What the person is told for each: every reason has its text. Suspected fraud, a legal order and what a list says about a
 * receiver warn nobody: they are told as `other` is, so that nobody can tell them from it.
 */
export const toldReasons: Readonly<Record<RejectionReason, RecordReason>> = {
  'suspected-fraud': 'rejected-by-review',
  'receiver-risk': 'rejected-by-review',
  'legal-order': 'rejected-by-review',
  other: 'rejected-by-review',
  limit: 'rejected-limit',
  'not-confirmed': 'rejected-unconfirmed',
};

const note = z.string().trim().min(3).max(400);

/** What one operator says about a send. */
const decisionFields = z.discriminatedUnion('decision', [
  z.strictObject({ id: withdrawalIdField, decision: z.literal('approve'), note }),
  z.strictObject({ id: withdrawalIdField, decision: z.literal('reject'), reason: rejectionReason, note }),
]);
export type ReviewDecisionInput = z.infer<typeof decisionFields>;

/** Why operators look at a send: its own size, the total of a day, or what is known of its receiver. */
export const reviewCause = z.enum(['amount', 'day-total', 'screening']);

export const reviewRow = z.object({
  id: withdrawalIdField,
  assetId: assetField,
  amount: unitsField,
  fee: unitsField,
  usdtValue: unitsField,
  settlement: z.enum(['chain', 'internal']),
  toAddress: z.string(),
  approvals: z.number().int(),
  approvalsNeeded: z.number().int(),
  cause: reviewCause,
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
    'no-usual-amount',
    'new-device',
    'known-device',
    'factor-changed',
    'young-account',
    'sender-seen-once',
    'day-total',
    'hold',
  ]),
  tone: z.enum(['good', 'warning']),
  /** Counts, times and amounts in it, by name. */
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type EvidenceView = z.infer<typeof evidenceView>;

/** What an approved payment waits for. */
export const payoutWait = z.enum([
  'hot-wallet',
  'signer',
  'signer-limit',
  'node',
  'fee',
  'asset-pause',
  'token',
  'person',
  'proof',
]);
export type PayoutWait = z.infer<typeof payoutWait>;

/** Something that holds up what a person sends, or goes against it. */
export const sendStopView = z.object({
  kind: z.enum([
    'account-closed',
    'account-frozen',
    'security-hold',
    'flow-stopped',
    'asset-paused',
    'account-closing',
    'asset-closing',
    'limit-largest-transfer',
    'limit-person-day',
    'limit-daily-outflow',
    'limit-signer',
  ]),
  reason: z.string(),
  /** Since when, and by which operator, where somebody of the house set it. */
  since: timeField.nullable(),
  by: z.string().nullable(),
  until: timeField.nullable(),
  /** Whether nobody can approve while it is on. */
  forbidsApproval: z.boolean(),
  /** Of a limit: what counts against it, this send included, and what it is. */
  amounts: z.object({ assetId: assetField, used: unitsField, limit: unitsField }).nullable(),
});
export type SendStopView = z.infer<typeof sendStopView>;

export const reviewCase = z.object({
  ...reviewRow.shape,
  /** Of the sender's record, from which its number is made. */
  recordId: idField,
  cause: reviewCause.nullable(),
  state: z.string(),
  memo: z.string().nullable(),
  evidence: z.array(evidenceView),
  /** Where something was found about the receiver: what that is, and by when it is decided or goes back. */
  screening: z
    .object({
      reason: caseReason,
      openedAt: timeField,
      until: timeField,
      evidence: z.array(caseEvidence),
      /** The rule under which it was held; null for what was held before rules were kept, or before any was decided. */
      rule: screeningRule.nullable(),
    })
    .nullable(),
  person: z.object({
    id: personIdField,
    publicId: z.string(),
    since: timeField,
    activatedAt: timeField.nullable(),
    state: z.string(),
    available: unitsField,
    sentThirtyDaysUsdt: unitsField,
    stops: z.array(sendStopView),
  }),
  lastTransfers: z.array(
    z.object({
      id: withdrawalIdField,
      at: timeField,
      toAddress: z.string(),
      state: z.string(),
      assetId: assetField,
      amount: unitsField,
    }),
  ),
  /** What came in, with who sent it. */
  arrivals: z.array(
    z.object({
      id: idField,
      at: timeField,
      assetId: assetField,
      amount: unitsField,
      fromAddress: z.string().nullable(),
      /** Where the sender is one of ours. */
      fromPerson: z.object({ id: idField, publicId: z.string() }).nullable(),
      /** How often this sender has sent to this person, this time included. */
      times: z.number().int(),
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
  /** What the payment waits for after its approval; null while it goes on by itself. */
  waitingFor: payoutWait.nullable(),
  limits: z.object({ largestUsdt: unitsField, leftTodayUsdt: unitsField }),
  /** Of the asset on the hot wallet, were it paid now; null for a send that stays in the house. */
  hotAfter: unitsField.nullable(),
  hotShort: z.boolean(),
  /** Why the asking operator cannot decide now; null where they can. */
  obstacle: z.enum(['role', 'decided-by-you', 'not-open', 'account-on-hold', 'receiver-closed']).nullable(),
});
export type ReviewCaseView = z.infer<typeof reviewCase>;

export const consoleReviewRoutes = {
  listReviews: oc
    .route({ method: 'GET', path: '/reviews', summary: 'Sends that wait, the oldest first', tags: ['reviews'] })
    .input(
      z.object({
        asset: assetField.optional(),
        waiting: z.enum(['new', 'second']).optional(),
        after: listCursor.optional(),
      }),
    )
    .output(z.object({ reviews: z.array(reviewRow), next: z.string().nullable() }))
    .errors(declareProblems('ROLE_MISSING')),

  review: oc
    .route({ method: 'GET', path: '/reviews/{id}', summary: 'All there is to know about one', tags: ['reviews'] })
    .input(z.object({ id: withdrawalIdField }))
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
