import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';

/** By what others may find a person to send them money, and the name they then see; empty while nobody may. */
export const discoveryView = z.strictObject({
  byPhone: z.boolean(),
  byEmail: z.boolean(),
  byUsername: z.boolean().default(false),
  /** `@` and lower-case letters, digits and underscores; empty while the person has none. Read only with `byUsername`. */
  username: z.string().max(100).default(''),
  shownName: z.string().max(200),
});
export type DiscoveryView = z.infer<typeof discoveryView>;

export const discoveryRoutes = {
  discovery: oc
    .route({ method: 'GET', path: '/discovery', summary: 'Who can find the person', tags: ['discovery'] })
    .output(discoveryView)
    .errors(declareProblems()),

  setDiscovery: oc
    .route({ method: 'POST', path: '/discovery', summary: 'Allow others to find one, or not', tags: ['discovery'] })
    .input(discoveryView)
    .output(discoveryView)
    .errors(
      declareProblems(
        'SHOWN_NAME_INVALID',
        'SHOWN_NAME_RESERVED',
        'USERNAME_INVALID',
        'USERNAME_TAKEN',
        'USERNAMES_USED_UP',
      ),
    ),
};
