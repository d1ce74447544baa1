import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { timeField, unitsField } from '../fields.ts';
import { termNameField } from '../terms.ts';

/** Fees and limits as they were decided once. A version is in force from its moment to that of the next one. */
export const termsVersionView = z.object({
  version: z.number().int(),
  decidedAt: timeField,
  effectiveAt: timeField,
  /** Base units, percent or basis points, by the name of the term. */
  values: z.record(termNameField, unitsField),
  /** What is worse for people than in the version before: in force a day after it was decided at the earliest. */
  worse: z.array(termNameField),
});
export type TermsVersionView = z.infer<typeof termsVersionView>;

export const termRoutes = {
  terms: oc
    .route({
      method: 'GET',
      path: '/terms',
      summary: 'Fees and limits: those in force, those to come, and all there ever were, newest first',
      tags: ['installation'],
    })
    .input(z.object({ before: z.coerce.number().int().min(1).max(2_147_483_647).optional() }))
    .output(
      z.object({
        /** The version in force at `server`, the moment of this answer. */
        current: z.number().int(),
        server: timeField,
        versions: z.array(termsVersionView),
        nextBefore: z.number().int().nullable(),
      }),
    )
    .errors(declareProblems()),
};
