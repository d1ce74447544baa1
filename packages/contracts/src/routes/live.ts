import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';

/**
 * Says what changed, never the new value: the page re-reads it. `chain` ticks with each new block while something confirms. Each
 * stream begins with `ready`, which says to read everything, or with the ref `unchanged` that nothing has changed since `since`.
 */
export const liveEvent = z.object({
  topic: z.enum(['ready', 'balances', 'records', 'messages', 'account', 'activities', 'chain']),
  ref: z.string().nullable(),
});
export type LiveEvent = z.infer<typeof liveEvent>;

export const liveRoutes = {
  live: oc
    .route({ method: 'GET', path: '/live', summary: 'Server-sent events of the signed-in person', tags: ['live'] })
    .input(
      z.object({
        since: z.iso
          .datetime()
          .optional()
          .describe('The time of the first answer that the page has, as the server said it'),
      }),
    )
    .output(eventIterator(liveEvent))
    .errors(declareProblems()),
};
