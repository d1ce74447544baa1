import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { timeField } from '../fields.ts';
import { again, againProblems, presentFactor, presentFactorProblems } from './proofs.ts';

export const closingView = z.object({
  /** A closing that waits, with when it takes place, null once that is over and it is about to; null when none does. */
  closing: z.object({ requestedAt: timeField, dueAt: timeField.nullable() }).nullable(),
  /** Whether money is left in any wallet: it leaves first. */
  empty: z.boolean(),
  /** How long a closing waits. */
  waitDays: z.number().int(),
});
export type ClosingView = z.infer<typeof closingView>;

const proof = { ...again, factor: presentFactor.optional() };

export const closingRoutes = {
  closing: oc
    .route({
      method: 'GET',
      path: '/account/closing',
      summary: 'Whether the account is being closed',
      tags: ['account'],
    })
    .output(closingView)
    .errors(declareProblems()),

  requestClosing: oc
    .route({ method: 'POST', path: '/account/closing', summary: 'Close the account after a wait', tags: ['account'] })
    .input(z.strictObject(proof))
    .output(closingView)
    .errors(declareProblems(...againProblems, ...presentFactorProblems, 'ACCOUNT_NOT_EMPTY')),

  cancelClosing: oc
    .route({ method: 'POST', path: '/account/closing/cancel', summary: 'Keep the account', tags: ['account'] })
    .input(z.strictObject({}))
    .output(closingView)
    .errors(declareProblems()),

  /**
   * The copy itself is streamed beside this contract, once: by `POST /account/export/copy` with the token in its body. `path` is
   * for pages of 2.1.0, which ask for it by GET.
   */
  prepareExport: oc
    .route({ method: 'POST', path: '/account/export', summary: 'Ask for a copy of all own data', tags: ['account'] })
    .input(z.strictObject(proof))
    .output(z.object({ path: z.string(), token: z.string(), expiresAt: timeField }))
    .errors(declareProblems(...againProblems, ...presentFactorProblems)),
};
