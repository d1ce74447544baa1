import { oc } from '@orpc/contract';
import { z } from 'zod';
import { earlierDecision } from '../decision.ts';
import { declareProblems } from '../declare-problems.ts';
import {
  assetField,
  factorResetIdField,
  idField,
  listCursor,
  personIdField,
  timeField,
  unitsField,
} from '../fields.ts';
import { proofField, questionView } from './console-access.ts';
import { sendStopView } from './console-reviews.ts';
import { operatorBonusRefusal } from './promotions.ts';

const note = z.string().trim().min(3).max(400);

/** What is decided about a bonus that waits, or about somebody who has lost every factor. */
export const bonusStep = z.discriminatedUnion('decision', [
  z.strictObject({ id: personIdField, decision: z.literal('release'), note }),
  z.strictObject({ id: personIdField, decision: z.literal('refuse'), reason: operatorBonusRefusal, note }),
]);
export const resetStep = z.strictObject({ id: factorResetIdField, decision: z.enum(['approve', 'refuse']), note });
export type BonusStep = z.infer<typeof bonusStep>;
export type ResetStep = z.infer<typeof resetStep>;

export const resolutionsView = z.object({
  /** Reads on in both lists; null once both have ended. */
  next: z.string().nullable(),
  more: z.object({ bonuses: z.boolean(), resets: z.boolean() }),
  bonuses: z.array(
    z.object({
      personId: personIdField,
      publicId: z.string(),
      amount: unitsField,
      /** Who signed the top-up, and how many accounts that activated. */
      sourceAddress: z.string(),
      accountsOfSource: z.number().int(),
      /** Where the person says to live, and where their phone number is or may be from. */
      declaredCountry: z.string().nullable(),
      phoneCountries: z.array(z.string()),
      since: timeField,
    }),
  ),
  resets: z.array(
    z.object({
      id: idField,
      personId: personIdField,
      publicId: z.string(),
      startedAt: timeField,
      readyAt: timeField,
      approvals: z.number().int(),
      /** What the person has in all wallets, by asset; no asset of which they have nothing. */
      balances: z.array(z.object({ assetId: assetField, amount: unitsField })),
      /** What happened within 30 days, each kind with its last time. */
      recent: z.array(z.object({ kind: z.enum(['contact-changed', 'signed-in-new-device']), at: timeField })),
      stops: z.array(sendStopView),
      /** What operators have said about it, in order. */
      earlier: z.array(earlierDecision),
    }),
  ),
});
export type ResolutionsView = z.infer<typeof resolutionsView>;

export const consoleResolutionsRoutes = {
  listResolutions: oc
    .route({
      method: 'GET',
      path: '/resolutions',
      summary: 'Bonuses and resets of factors that wait',
      tags: ['resolutions'],
    })
    .input(z.object({ after: listCursor.optional() }))
    .output(resolutionsView)
    .errors(declareProblems('ROLE_MISSING')),

  askBonus: oc
    .route({
      method: 'POST',
      path: '/resolutions/bonus/question',
      summary: 'The words to be signed',
      tags: ['resolutions'],
    })
    .input(bonusStep)
    .output(questionView)
    .errors(declareProblems('ROLE_MISSING')),

  decideBonus: oc
    .route({
      method: 'POST',
      path: '/resolutions/bonus',
      summary: 'Release or refuse a bonus, signed',
      tags: ['resolutions'],
    })
    .input(z.strictObject({ said: bonusStep, proof: proofField }))
    .output(z.object({ outcome: z.literal('done') }))
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED', 'PASSKEY_REFUSED')),

  askReset: oc
    .route({
      method: 'POST',
      path: '/resolutions/reset/question',
      summary: 'The words to be signed',
      tags: ['resolutions'],
    })
    .input(resetStep)
    .output(questionView)
    .errors(declareProblems('ROLE_MISSING')),

  decideReset: oc
    .route({
      method: 'POST',
      path: '/resolutions/reset',
      summary: 'Approve or refuse a reset, signed',
      tags: ['resolutions'],
    })
    .input(z.strictObject({ said: resetStep, proof: proofField }))
    .output(z.object({ outcome: z.enum(['done', 'second-operator-needed']) }))
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED', 'PASSKEY_REFUSED')),
};
