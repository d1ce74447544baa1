import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { dayField, timeField, unitsField } from '../fields.ts';
import { exportEnd, party } from './console-transactions.ts';

/** Rows of one file of the log at most. */
export const loggedRowsMax = 10_000;

/** What rows of the log to show; the same words stand in the console's address. */
export const logFilter = z.object({
  /**
   * An account's number, username or address finds what was done about the person, an id what was done about it, anything else
   * the rows in which somebody wrote words that begin so. No contact: those are looked for by `transactions.findByContact`.
   */
  search: z.string().trim().max(100).optional(),
  operator: z.string().max(32).optional(),
  kind: z.string().max(60).optional(),
  subject: z.string().max(100).optional(),
  /** From the first moment of a day to the last one of a day. */
  from: dayField.optional(),
  until: dayField.optional(),
  order: z.enum(['newest', 'oldest']).optional(),
  /** The number of the last row of the page before: the newest first go on before it, the oldest first after it. */
  before: z.coerce.number().int().positive().optional(),
  after: z.coerce.number().int().positive().optional(),
});
export type LogFilter = z.infer<typeof logFilter>;

/** What a row is about: of which sort it is decides to which page it leads. */
export const aboutKind = z.enum([
  'person',
  'withdrawal',
  'deposit',
  'order',
  'activity',
  'entry',
  'announcement',
  'complaint',
  'reset',
  'operator',
  'operator-change',
  'change',
  'webhook',
]);
export type AboutKind = z.infer<typeof aboutKind>;

export const aboutView = z.object({
  of: aboutKind,
  person: party.nullable(),
  assetId: z.string().nullable(),
  amount: unitsField.nullable(),
  /** What it is called: a title in English, the name of an operator, the kind of an order. */
  name: z.string().nullable(),
});
export type AboutView = z.infer<typeof aboutView>;

export const actionView = z.object({
  seq: z.number().int(),
  /** Null where a command of the console's machine did it. */
  operator: z.string().nullable(),
  kind: z.string(),
  subject: z.string(),
  /** Null where the subject has no page, or is not there any more. */
  about: aboutView.nullable(),
  details: z.string(),
  at: timeField,
  hash: z.string(),
});
export type ActionView = z.infer<typeof actionView>;

export const consoleLogRoutes = {
  listActions: oc
    .route({ method: 'GET', path: '/log', summary: 'What operators did, newest first', tags: ['log'] })
    .input(logFilter)
    .output(
      z.object({
        actions: z.array(actionView),
        /** What a search was taken for: a person or another thing by its id, or words. Null where nothing was searched. */
        searchedAs: z.enum(['person', 'id', 'words', 'contact']).nullable(),
        next: z.number().int().nullable(),
      }),
    )
    .errors(declareProblems('ROLE_MISSING')),

  exportLog: oc
    .route({ method: 'POST', path: '/log/export', summary: 'Rows of the log as CSV', tags: ['log'] })
    .input(logFilter)
    .output(exportEnd.extend({ csv: z.string() }))
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
