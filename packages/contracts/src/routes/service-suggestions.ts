import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { idField, suggestionIdField, timeField } from '../fields.ts';
import { suggestibleContent } from './console-changes.ts';

const refusals = declareProblems(
  'SERVICE_KEY_REFUSED',
  'SERVICE_ADDRESS_REFUSED',
  'SERVICE_SCOPE_MISSING',
  'SUGGESTION_REFUSED',
);

const suggestion = z.strictObject({
  /** A UUID that the other system makes: the same one again is the same suggestion. */
  id: suggestionIdField,
  content: suggestibleContent,
  /** Why, for the operators. */
  note: z.string().trim().min(3).max(400),
});
export type SuggestionInput = z.infer<typeof suggestion>;

/** `waiting`: no operator has proposed it yet. `expired`: nobody did in time. The others are states of the operators' change. */
export const suggestionState = z.enum(['waiting', 'expired', 'proposed', 'done', 'withdrawn']);

export const suggestionView = z.object({
  id: idField,
  state: suggestionState,
  madeAt: timeField,
  expiresAt: timeField,
});
export type SuggestionView = z.infer<typeof suggestionView>;

export const serviceSuggestionRoutes = {
  suggest: oc
    .route({
      method: 'POST',
      path: '/suggestions',
      summary: 'Suggest a change to the operators; nothing changes by it',
      description:
        'Scope `changes:suggest`. One operator has to propose it, signed, and another to carry it out, signed.',
      tags: ['suggestions'],
    })
    .input(suggestion)
    .output(suggestionView)
    .errors(refusals),

  read: oc
    .route({
      method: 'GET',
      path: '/suggestions/{id}',
      summary: 'What became of a suggestion by this key',
      description: 'Scope `changes:suggest`.',
      tags: ['suggestions'],
    })
    .input(z.object({ id: suggestionIdField }))
    .output(suggestionView)
    .errors(refusals),
};
