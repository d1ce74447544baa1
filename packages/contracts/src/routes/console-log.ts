import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { timeField } from '../fields.ts';

/** What rows of the log to show; the same words stand in the console's address. */
export const logFilter = z.object({
  operator: z.string().max(32).optional(),
  kind: z.string().max(60).optional(),
  subject: z.string().max(100).optional(),
  before: z.coerce.number().int().positive().optional(),
});

export const actionView = z.object({
  seq: z.number().int(),
  /** Null where a command of the console's machine did it. */
  operator: z.string().nullable(),
  kind: z.string(),
  subject: z.string(),
  details: z.string(),
  at: timeField,
  hash: z.string(),
});
export type ActionView = z.infer<typeof actionView>;

export const consoleLogRoutes = {
  listActions: oc
    .route({ method: 'GET', path: '/log', summary: 'What operators did, newest first', tags: ['log'] })
    .input(logFilter)
    .output(z.object({ actions: z.array(actionView), next: z.number().int().nullable() }))
    .errors(declareProblems('ROLE_MISSING')),

  exportLog: oc
    .route({ method: 'POST', path: '/log/export', summary: 'Rows of the log as CSV', tags: ['log'] })
    .input(logFilter)
    .output(z.object({ csv: z.string() }))
    .errors(declareProblems('ROLE_MISSING')),

  verifyLog: oc
    .route({ method: 'GET', path: '/log/verification', summary: 'Recompute the chain', tags: ['log'] })
    .output(
      z.object({
        head: z.object({ seq: z.number().int(), hash: z.string() }),
        fault: z.object({ seq: z.number().int(), fault: z.string() }).nullable(),
      }),
    )
    .errors(declareProblems('ROLE_MISSING')),
};
