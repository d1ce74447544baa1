import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { idField } from '../fields.ts';
import { operatorRole } from './console-access.ts';
import { searchedAs, transactionRow } from './console-transactions.ts';

/** What a text was taken for; `word` may be a username or the name of an operator. */
export const typedAs = z.enum([...searchedAs.options, 'journal', 'word']);
export type TypedAs = z.infer<typeof typedAs>;

/** What operators decide about, or prepare, that has an id and is no movement of money. */
export const caseKind = z.enum([
  'withdrawal',
  'held-deposit',
  'entry',
  'activity',
  'announcement',
  'complaint',
  'treasury-order',
  'change',
  'webhook',
  'webhook-event',
  'service-key',
]);
export type CaseKind = z.infer<typeof caseKind>;

/** Something that a page of the console shows. */
export const searchTarget = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('person'),
    id: idField,
    publicId: z.string(),
    state: z.string(),
    /** Whether a hold by operators is on. */
    onHold: z.boolean(),
    /** The username that was looked for, if one was: now theirs, or theirs before. */
    username: z.string().nullable(),
  }),
  z.object({ kind: z.literal('transaction'), row: transactionRow }),
  z.object({ kind: z.literal('journal'), id: z.string(), journalKind: z.string() }),
  z.object({
    kind: z.literal('case'),
    of: caseKind,
    id: idField,
    /** Whether nobody has decided it yet. */
    open: z.boolean(),
    /** What it is called, in English; null for what has no name. */
    title: z.string().nullable(),
    /** Of an order and of a proposal its kind; of an event of a webhook the number of its last delivery. */
    code: z.string().optional(),
  }),
  z.object({ kind: z.literal('operator'), name: z.string(), role: operatorRole, disabled: z.boolean() }),
  /** Rows of the audit log about what has this id. */
  z.object({ kind: z.literal('log'), subject: z.string() }),
]);
export type SearchTarget = z.infer<typeof searchTarget>;

export const foundView = z.object({
  typedAs,
  targets: z.array(searchTarget),
  /** Whether the list of transactions has more of the same search than stand here. */
  moreTransactions: z.boolean(),
});
export type FoundView = z.infer<typeof foundView>;

export const consoleSearchRoutes = {
  findTargets: oc
    .route({
      method: 'GET',
      path: '/search',
      summary: 'What an id, a number, an address, a transaction id, an amount or a name leads to',
      tags: ['search'],
    })
    // No contact: whose one is, `transactions.findByContact` says, which leaves a row in the log.
    .input(z.object({ typed: z.string().trim().min(2).max(100) }))
    .output(foundView)
    .errors(declareProblems('ROLE_MISSING')),
};
