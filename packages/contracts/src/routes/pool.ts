import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { distributionIdField, idField, timeField, unitsField } from '../fields.ts';

/** How often, and what part of itself each time. */
const poolSchedule = z.object({ everyHours: z.number().int(), shareBasisPoints: z.number().int() });

/** Everything of the pool in base units of the reward token; each number is a query on the ledger at that moment. */
export const poolView = z.object({
  /** What the pool holds. */
  total: unitsField,
  /** By the schedule in force; `server` is the moment of this answer, so that a countdown does not depend on the device's clock. */
  nextAt: timeField,
  server: timeField,
  /** What has come into the pool in this period, by where it came from; null while a distribution is under way. */
  cameIn: z.object({ fees: unitsField, topUps: unitsField }).nullable(),
  /** What the next distribution pays if the pool stays as it is. */
  nextAmount: unitsField,
  /** A distribution whose time has come and that is not finished; `reserves` where it waits for missing tokens. */
  underWay: z.enum(['settling', 'paying', 'reserves']).nullable(),
  /** This person's, since 00:00 UTC, and altogether; parts of the pool and swap rewards. */
  today: unitsField,
  earned: unitsField,
  /** This person's swap rewards, which are paid with the next distribution. */
  swapRewards: unitsField,
  /** This person's reward tokens, holds included. */
  held: unitsField,
  /**
   * What this person holds on average over the period that ends at `nextAt`, by the same entries the distribution will weigh,
   * if nothing moves until then. `nextAmount` × `average` ÷ `heldByAll` estimates their part.
   */
  average: unitsField,
  /** What all people hold. */
  heldByAll: unitsField,
  ...poolSchedule.shape,
  /** What operators have decided for later, in order: from when on, never within the period that runs. */
  planned: z.array(poolSchedule.extend({ from: timeField })),
  /** `no-country`: none is declared; `closed`: incentives are closed there. Null where this person takes part. */
  excluded: z.enum(['no-country', 'closed']).nullable(),
});
export type PoolView = z.infer<typeof poolView>;

export const distributionView = z.object({
  id: idField,
  startsAt: timeField,
  endsAt: timeField,
  state: z.enum(['paying', 'closed']),
  pool: unitsField,
  distributed: unitsField,
  remainder: unitsField,
  /** Sum of all weights, base units times microseconds: with it a reward is computed again from its weight. */
  totalWeight: z.string(),
  swapRewards: unitsField,
  holders: z.number().int(),
  /** What this person got. */
  reward: unitsField,
  root: z.string(),
});
export type DistributionView = z.infer<typeof distributionView>;

/** What everybody is shown of a distribution. */
export const publishedDistribution = distributionView.omit({ reward: true });
export type PublishedDistribution = z.infer<typeof publishedDistribution>;

export const publishedShare = z.object({
  pseudonym: z.string(),
  weight: z.string(),
  reward: unitsField,
  swapReward: unitsField,
});

/** Most moves of one wallet in one period that are given to be weighed on a device. */
export const weighedMovesMax = 5_000;

const signedUnits = z.string().regex(/^-?(0|[1-9]\d{0,77})$/);
const courseMove = z.object({
  transferId: z.string(),
  /** With microseconds. */
  at: z.iso.datetime({ precision: 6 }),
  amount: signedUnits,
  balance: unitsField,
  /** The kind of the journal. */
  kind: z.string(),
});

export const distributionProofView = z.object({
  root: z.string(),
  startsAt: timeField,
  endsAt: timeField,
  /** One for each wallet of the person that was in it. */
  shares: z.array(
    publishedShare.extend({
      walletId: idField,
      number: z.number().int(),
      path: z.array(z.object({ hash: z.string(), side: z.enum(['left', 'right']) })),
      /** From which the weight follows; null where there are more than `weighedMovesMax` moves. */
      course: z.object({ opening: unitsField, moves: z.array(courseMove) }).nullable(),
      /** The swaps whose rewards were paid with it: together the `swapReward`. */
      swaps: z.array(z.object({ id: idField, at: timeField, reward: unitsField })),
    }),
  ),
});
export type DistributionProofView = z.infer<typeof distributionProofView>;

export const poolRoutes = {
  pool: oc
    .route({ method: 'GET', path: '/pool', summary: 'The reward pool and this person’s part in it', tags: ['pool'] })
    .output(poolView)
    .errors(declareProblems()),

  listDistributions: oc
    .route({ method: 'GET', path: '/pool/distributions', summary: 'Past distributions, newest first', tags: ['pool'] })
    .input(z.object({ before: timeField.optional(), limit: z.coerce.number().int().min(1).max(100).default(30) }))
    .output(z.object({ distributions: z.array(distributionView), nextBefore: timeField.nullable() }))
    .errors(declareProblems()),

  listPublished: oc
    .route({
      method: 'GET',
      path: '/pool/published',
      summary: 'What is published of past distributions, newest first: nothing about anybody',
      tags: ['pool'],
    })
    .input(z.object({ before: timeField.optional(), limit: z.coerce.number().int().min(1).max(100).default(30) }))
    .output(z.object({ distributions: z.array(publishedDistribution), nextBefore: timeField.nullable() }))
    .errors(declareProblems()),

  distributionProof: oc
    .route({
      method: 'GET',
      path: '/pool/distributions/{id}/proof',
      summary: 'This person’s lines of a distribution and their paths to its root',
      tags: ['pool'],
    })
    .input(z.object({ id: distributionIdField }))
    .output(distributionProofView)
    .errors(declareProblems()),

  distributionFile: oc
    .route({
      method: 'GET',
      path: '/pool/distributions/{id}/file',
      summary: 'All that is needed to compute a distribution again, as JSON lines',
      tags: ['pool'],
    })
    .input(z.object({ id: distributionIdField }))
    .output(z.instanceof(Blob))
    .errors(declareProblems()),
};
