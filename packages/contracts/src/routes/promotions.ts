import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { timeField } from '../fields.ts';

/** The prompt to activate the account: due until it is closed, then again a week later at the earliest. */
const activationPrompt = z.object({
  due: z.boolean(),
  dueFrom: timeField.nullable(),
  /** A bonus waits until this person says where they live. */
  bonusNeedsCountry: z.boolean(),
  /**
   * How the bonus may be shown to this person while the promotion is open. `open`: as theirs to get. `reviewed`: so too, after
   * a person of ours has looked. `depends`: as depending on the country they have not declared. `asked-first`: not before they
   * declare one. `closed`: not at all.
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
