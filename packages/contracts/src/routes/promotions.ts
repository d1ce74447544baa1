import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { timeField, unitsField } from '../fields.ts';

/** Why operators refuse a bonus. A closed list: what the person can be told is decided here, not by whoever types. */
export const operatorBonusRefusal = z.enum([
  'same-person',
  'suspected-fraud',
  'legal-order',
  'country-unclear',
  'other',
]);
export type OperatorBonusRefusal = z.infer<typeof operatorBonusRefusal>;

/** Why a bonus is not paid: what operators say, and what needs none of them. */
export type BonusRefusal = OperatorBonusRefusal | 'country-closed' | 'promotion-ended';

export const toldBonusRefusal = z.enum(['not-approved', 'country-unclear', 'country-closed', 'promotion-ended']);
export type ToldBonusRefusal = z.infer<typeof toldBonusRefusal>;

/**
 * What the person is told for each: every reason has its text. Several accounts of one person, suspected fraud and a legal
 * order warn nobody: they are told as `other` is, so that nobody can tell them from it.
 */
export const toldBonusRefusals: Readonly<Record<BonusRefusal, ToldBonusRefusal>> = {
  'same-person': 'not-approved',
  'suspected-fraud': 'not-approved',
  'legal-order': 'not-approved',
  other: 'not-approved',
  'country-unclear': 'country-unclear',
  'country-closed': 'country-closed',
  'promotion-ended': 'promotion-ended',
};

/**
 * The bonus of an active account. `queued`: follows with the budget of a later day, or once reserves are whole. `review`: one
 * of us looks at it. `undeclared`: waits for the person's country. `refused`: is not paid. `arrived`: was paid within the last
 * week, and the person has not closed the word on that yet.
 */
export const bonusStatus = z.discriminatedUnion('state', [
  z.object({ state: z.enum(['queued', 'review', 'undeclared']) }),
  z.object({ state: z.literal('refused'), reason: toldBonusRefusal }),
  z.object({ state: z.literal('arrived'), amount: unitsField }),
]);
export type BonusStatusView = z.infer<typeof bonusStatus>;

/**
 * The prompt to activate the account: due until it is closed, then again a week later at the earliest. Of an active account
 * whose bonus was refused or has arrived it is the word on that: due until it is closed, and never again.
 */
const activationPrompt = z.object({
  due: z.boolean(),
  dueFrom: timeField.nullable(),
  /** Null while none is due, and once the person knows that it was paid. */
  bonus: bonusStatus.nullable(),
  /**
   * How the bonus may be shown to this person while the promotion is open. `open`: as theirs to get. `reviewed`: so too, after
   * a person of ours has looked. `depends`: as depending on the country they have not declared. `asked-first`: not before they
   * declare one. `closed`: not at all, because of where they live or because the promotion has not begun.
   */
  bonusOffer: z.enum(['open', 'reviewed', 'depends', 'asked-first', 'closed']),
});
export type ActivationPromptView = z.infer<typeof activationPrompt>;
export type BonusOffer = ActivationPromptView['bonusOffer'];

export const promotionRoutes = {
  activationPrompt: oc
    .route({
      method: 'GET',
      path: '/promotions/activation-prompt',
      summary: 'Whether to show the prompt to activate the account',
      tags: ['promotions'],
    })
    .output(activationPrompt)
    .errors(declareProblems()),

  closeActivationPrompt: oc
    .route({
      method: 'POST',
      path: '/promotions/activation-prompt/close',
      summary: 'Close the prompt for a week',
      tags: ['promotions'],
    })
    .input(z.strictObject({}))
    .output(activationPrompt)
    .errors(declareProblems()),
};
