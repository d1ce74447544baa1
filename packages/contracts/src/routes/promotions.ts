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
});
export type ActivationPromptView = z.infer<typeof activationPrompt>;

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
