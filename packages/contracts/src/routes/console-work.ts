import { oc } from '@orpc/contract';
import { z } from 'zod';
import { decisionAuthor, decisionParty, earlierDecision } from '../decision.ts';
import { declareProblems } from '../declare-problems.ts';
import {
  assetField,
  depositIdField,
  idField,
  listCursor,
  timeField,
  treasuryOrderIdField,
  unitsField,
  withdrawalIdField,
} from '../fields.ts';
import { proofField, questionView } from './console-access.ts';

const note = z.string().trim().min(3).max(400);
const signedUnits = z.string().regex(/^-?(0|[1-9]\d{0,77})$/);

/** What can be done about a payment that does not go on. */
export const payoutStep = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('resume-payout'), id: withdrawalIdField }),
  z.strictObject({ step: z.literal('return-payout'), id: withdrawalIdField, note }),
  z.strictObject({ step: z.literal('settle-unexpected-receipt'), id: withdrawalIdField, note }),
  z.strictObject({ step: z.literal('return-unexpected-receipt'), id: withdrawalIdField, note }),
]);
export type PayoutStep = z.infer<typeof payoutStep>;

/** What can be done about the house's money and about what came in and is not understood. */
export const houseStep = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('resume-asset'), id: assetField }),
  z.strictObject({ step: z.literal('resume-order'), id: treasuryOrderIdField }),
  z.strictObject({ step: z.literal('approve-cold'), id: treasuryOrderIdField }),
  z.strictObject({ step: z.literal('reject-cold'), id: treasuryOrderIdField }),
  z.strictObject({ step: z.literal('assign-suspense'), id: depositIdField, address: z.string().max(64), note }),
  z.strictObject({ step: z.literal('suspense-to-house'), id: depositIdField, note }),
  z.strictObject({ step: z.literal('return-suspense'), id: depositIdField, despiteWarnings: z.boolean(), note }),
  z.strictObject({ step: z.literal('dismiss'), id: z.string().min(1).max(40), note }),
  z.strictObject({ step: z.literal('thaw-token'), id: assetField, note }),
]);
export type HouseStep = z.infer<typeof houseStep>;

/** `done`, or kept until a second, different operator says the same. */
const outcome = z.object({ outcome: z.enum(['done', 'second-operator-needed']) });

export const stuckPayoutView = z.object({
  id: withdrawalIdField,
  /** Of the sender's record, from which its number is made. */
  recordId: idField,
  settlement: z.enum(['chain', 'internal']),
  assetId: assetField,
  amount: unitsField,
  toAddress: z.string(),
  /** The number of who sends it. */
  publicId: z.string(),
  /** What operators have said about it, in order. */
  earlier: z.array(earlierDecision),
  state: z.string(),
  since: timeField,
  waitingFor: z.string().nullable(),
  waitingDetail: z.string().nullable(),
  attention: z.string().nullable(),
  action: z.enum([
    'decide-unexpected-receipt',
    'resume',
    'review',
    'fill-hot-wallet',
    'fix-signer',
    'end-quarantine',
    'read-refusal',
    'fix-nodes',
    'resume-asset',
    'wait-or-return',
  ]),
});
export type StuckPayoutView = z.infer<typeof stuckPayoutView>;

/** An order of the house, as whoever decides about it sees it. */
export const treasuryOrderKind = z.enum([
  'sweep',
  'top-up',
  'delegate',
  'undelegate',
  'fund',
  'anchor',
  'stake',
  'unstake',
  'withdraw-unstaked',
  'restrict',
  'cold',
  'return',
]);
export type TreasuryOrderKind = z.infer<typeof treasuryOrderKind>;

export const treasuryOrderState = z.enum([
  'proposed',
  'ready',
  'signed',
  'done',
  'rejected',
  'dropped',
  'failed',
  'expired',
]);
export type TreasuryOrderState = z.infer<typeof treasuryOrderState>;

const orderView = z.object({
  id: treasuryOrderIdField,
  kind: treasuryOrderKind,
  state: treasuryOrderState,
  assetId: assetField,
  amount: unitsField,
  /** Where it goes, or whom it gives an account to. */
  about: z.array(decisionParty),
  author: decisionAuthor,
  earlier: z.array(earlierDecision),
  minutesOpen: z.number().int(),
});
export type OrderView = z.infer<typeof orderView>;

export const stuckView = z.object({
  /** Reads on in both lists; null once both have ended. */
  next: z.string().nullable(),
  more: z.object({ payouts: z.boolean(), orders: z.boolean() }),
  payouts: z.array(stuckPayoutView),
  /** With the first page alone. */
  pauses: z.array(
    z.object({
      assetId: assetField,
      /** The payment whose receipt paused it; null where the pause names none. */
      payout: z.object({ id: withdrawalIdField, recordId: idField }).nullable(),
      /** What the worker noted. */
      detail: z.string(),
      since: timeField,
    }),
  ),
  orders: z.array(
    orderView.extend({
      waitingFor: z.string().nullable(),
      waitingDetail: z.string().nullable(),
      attention: z.string().nullable(),
      action: z.enum(['compare-and-resume', 'fix-signer', 'end-quarantine', 'read-refusal', 'fix-nodes', 'wait']),
    }),
  ),
});
export type StuckView = z.infer<typeof stuckView>;

export const quarantineView = z.object({
  /** Reads on in suspense and in what is not understood; null once both have ended. */
  next: z.string().nullable(),
  more: z.object({ suspense: z.boolean(), grave: z.boolean() }),
  /** With the first page alone. */
  freezes: z.array(
    z.object({
      assetId: assetField,
      address: z.string(),
      booked: signedUnits,
      found: signedUnits,
      since: timeField,
      earlier: z.array(earlierDecision),
    }),
  ),
  suspense: z.array(
    z.object({
      id: depositIdField,
      assetId: assetField,
      amount: unitsField,
      /** Where it goes when it is sent back. */
      from: z.string(),
      to: z.string(),
      txId: z.string(),
      reason: z.string(),
      since: timeField,
      /** The most operators who have said the same. */
      votes: z.number().int(),
      /** Who has said what is to become of it, and why. */
      earlier: z.array(earlierDecision),
      /** Ordered and not yet paid: nothing else can be made of it. */
      returning: z.boolean(),
    }),
  ),
  grave: z.array(
    z.object({
      id: z.string(),
      txId: z.string(),
      block: z.number().int(),
      reason: z.string(),
      subject: z.string(),
      since: timeField,
    }),
  ),
  /** With the first page alone. */
  noise: z.array(z.object({ reason: z.string(), items: z.number().int(), since: timeField })),
});
export type QuarantineView = z.infer<typeof quarantineView>;

export const houseView = z.object({
  /** Reads on in gaps, surpluses and orders; null once all have ended. */
  next: z.string().nullable(),
  more: z.object({ gaps: z.boolean(), surpluses: z.boolean(), orders: z.boolean() }),
  /** With the first page alone. */
  assets: z.array(
    z.object({
      assetId: assetField,
      owed: signedUnits,
      own: signedUnits,
      custody: z.array(z.object({ place: z.string(), amount: signedUnits })),
      hot: z.object({
        held: signedUnits,
        available: signedUnits,
        floor: unitsField,
        ceiling: unitsField,
        verdict: z.enum(['within', 'below', 'above']),
      }),
      samples: z.array(
        z.object({ place: z.string(), books: signedUnits, chain: signedUnits, block: z.number().int(), at: timeField }),
      ),
    }),
  ),
  gaps: z.array(z.object({ assetId: assetField, subject: z.string(), missing: unitsField, since: timeField })),
  /** What deposit addresses have more, kept in suspense; `amount` is what is left of it. */
  surpluses: z.array(
    z.object({
      id: idField,
      address: z.string(),
      assetId: assetField,
      amount: unitsField,
      /** Ordered and not yet paid: nothing else can be made of it. */
      returning: z.boolean(),
      /** An open item of quarantine may be it, which is decided first. */
      quarantined: z.boolean(),
      block: z.number().int(),
      since: timeField,
    }),
  ),
  /** What came back from cold storage to the hot wallet and waits in suspense; with the first page alone. */
  coldArrivals: z.array(
    z.object({ depositId: depositIdField, assetId: assetField, amount: unitsField, since: timeField }),
  ),
  orders: z.array(orderView),
});
export type HouseView = z.infer<typeof houseView>;

export const nodesView = z.object({
  nodes: z.array(
    z.object({
      node: z.string(),
      askedAt: timeField,
      /** Of its software; empty where it does not say. */
      version: z.string(),
      headBlock: z.number().int().nullable(),
      solidBlock: z.number().int().nullable(),
      /** One sentence each: what is wrong, and what to set. */
      faults: z.array(z.string()),
      /** As faults, but nothing waits for them. */
      notes: z.array(z.string()),
    }),
  ),
});
export type NodesView = z.infer<typeof nodesView>;

export const firstStepName = z.enum([
  'accounts-known',
  'hot-wallet-funded',
  'fee-account-funded',
  'energy-staked',
  'cold-address',
  'accounts-restricted',
  'prices-agreed',
  'bonus-funded',
  'pool-funded',
]);
export type FirstStepName = z.infer<typeof firstStepName>;

export const firstStepsView = z.object({
  /** In the order in which they are taken. */
  steps: z.array(z.object({ step: firstStepName, state: z.enum(['done', 'open', 'not needed']) })),
  /** Addresses of the house that live on what is paid to them. */
  toFund: z.array(
    z.object({
      account: z.enum(['hot', 'fee']),
      address: z.string(),
      assetId: assetField,
      minimum: unitsField,
      /** By the newest comparison with the chain; null before there was one. */
      present: z.object({ amount: signedUnits, at: timeField }).nullable(),
    }),
  ),
});
export type FirstStepsView = z.infer<typeof firstStepsView>;

export const consoleWorkRoutes = {
  listStuck: oc
    .route({ method: 'GET', path: '/stuck', summary: 'Payments and orders that do not go on', tags: ['work'] })
    .input(z.object({ after: listCursor.optional() }))
    .output(stuckView)
    .errors(declareProblems('ROLE_MISSING')),

  askPayoutStep: oc
    .route({ method: 'POST', path: '/stuck/question', summary: 'The words to be signed', tags: ['work'] })
    .input(payoutStep)
    .output(questionView)
    .errors(declareProblems('ROLE_MISSING')),

  takePayoutStep: oc
    .route({ method: 'POST', path: '/stuck/step', summary: 'The safe step about a payment, signed', tags: ['work'] })
    .input(z.strictObject({ said: payoutStep, proof: proofField }))
    .output(outcome)
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED', 'PASSKEY_REFUSED')),

  listQuarantine: oc
    .route({ method: 'GET', path: '/quarantine', summary: 'What came in and is not understood', tags: ['work'] })
    .input(z.object({ after: listCursor.optional() }))
    .output(quarantineView)
    .errors(declareProblems('ROLE_MISSING')),

  showHouse: oc
    .route({ method: 'GET', path: '/house', summary: 'What is owed, what lies where', tags: ['work'] })
    .input(z.object({ after: listCursor.optional() }))
    .output(houseView)
    .errors(declareProblems('ROLE_MISSING')),

  listNodes: oc
    .route({
      method: 'GET',
      path: '/nodes',
      summary: 'What each Tron node said when it was last asked',
      tags: ['work'],
    })
    .output(nodesView)
    .errors(declareProblems('ROLE_MISSING')),

  showFirstSteps: oc
    .route({ method: 'GET', path: '/first-steps', summary: 'What a new installation still needs', tags: ['work'] })
    .output(firstStepsView)
    .errors(declareProblems('ROLE_MISSING')),

  askHouseStep: oc
    .route({ method: 'POST', path: '/house/question', summary: 'The words to be signed', tags: ['work'] })
    .input(houseStep)
    .output(questionView)
    .errors(declareProblems('ROLE_MISSING')),

  takeHouseStep: oc
    .route({ method: 'POST', path: '/house/step', summary: 'A step about the house’s money, signed', tags: ['work'] })
    .input(z.strictObject({ said: houseStep, proof: proofField }))
    .output(outcome)
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED', 'PASSKEY_REFUSED')),
};
