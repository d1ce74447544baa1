import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { timeField } from '../fields.ts';

/** What an operator wants to be told of by mail, and how often at most. */
const notices = z.strictObject({
  on: z.boolean(),
  email: z
    .string()
    .trim()
    .max(254)
    .regex(/^[^\s@]+@[^\s@]+$/),
  everyHours: z.number().int().min(1).max(24),
  language: z.enum(['en', 'zh-Hans']),
});
export type NoticesInput = z.infer<typeof notices>;

export const noticesView = z.object({
  /** Null until the operator has said something. */
  notices: notices.extend({ sentAt: timeField.nullable() }).nullable(),
});
export type NoticesView = z.infer<typeof noticesView>;

export const consoleNoticeRoutes = {
  showNotices: oc
    .route({ method: 'GET', path: '/notices', summary: 'What this operator is told by mail', tags: ['notices'] })
    .output(noticesView)
    .errors(declareProblems('ROLE_MISSING')),

  saveNotices: oc
    .route({ method: 'POST', path: '/notices', summary: 'Change what this operator is told', tags: ['notices'] })
    .input(notices)
    .output(z.object({}))
    .errors(declareProblems('ROLE_MISSING')),
};
