import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { assetField, dayField, idField, personIdField, timeField, unitsField } from '../fields.ts';
import { recordStatus, timelineStep } from './records.ts';

/** What moves money, in the words of the people it belongs to; `unknown` is what came in and is not understood. */
export const transactionKind = z.enum([
  'deposit',
  'send',
  'internal',
  'swap',
  'reward',
  'bonus',
  'correction',
  'unknown',
]);
export type TransactionKind = z.infer<typeof transactionKind>;

/**
 * The states of records, and of what has no record: in suspense, the house's, sent back to where it came from, not
 * understood, and looked at by an operator.
 */
export const transactionState = z.enum([
  ...recordStatus.options,
  'in-suspense',
  'house',
  'sent-back',
  'not-understood',
  'looked-at',
]);
export type TransactionState = z.infer<typeof transactionState>;

/** Where a row comes from: a person's record, an arrival without one, an item of quarantine, a journal of the books. */
export const transactionSource = z.enum(['record', 'arrival', 'item', 'journal']);
export type TransactionSource = z.infer<typeof transactionSource>;

/** Which transactions; the same words stand in the console's address. */
export const transactionFilter = z.object({
  /**
   * A transaction id, an address, an id of a record, send, swap or deposit, an account's number or username, or an exact
   * amount with or without its coin. No contact: those are looked for by `findByContact`, which leaves a row in the log.
   */
  search: z.string().trim().max(100).optional(),
  kind: transactionKind.optional(),
  state: transactionState.optional(),
  asset: assetField.optional(),
  /** From the first moment of a day to the last one of a day. */
  from: dayField.optional(),
  until: dayField.optional(),
  person: personIdField.optional(),
  /** Dust and what is not understood as well, which anybody can cause. A transaction id or an id finds them anyhow. */
  noise: z.enum(['shown']).optional(),
  order: z.enum(['newest', 'oldest']).optional(),
});
export type TransactionFilter = z.infer<typeof transactionFilter>;

/** Somebody with an account here. */
export const party = z.object({ id: idField, publicId: z.string() });
export type PartyView = z.infer<typeof party>;

export const transactionRow = z.object({
  source: transactionSource,
  id: z.string(),
  kind: transactionKind,
  state: transactionState,
  /** Whether it came to the person or left; null where there is no person. */
  direction: z.enum(['in', 'out']).nullable(),
  at: timeField,
  /** Null for what is not understood: a token that is no asset here. */
  assetId: assetField.nullable(),
  /** What the receiver gets; of a swap what was given. Null where nobody can say. */
  amount: unitsField.nullable(),
  fee: unitsField,
  /** What a swap brought. */
  counter: z.object({ assetId: assetField, amount: unitsField }).nullable(),
  person: party.nullable(),
  /** Who is on the other side: somebody here, or an address. */
  other: z.object({ person: party.nullable(), address: z.string().nullable() }),
  txId: z.string().nullable(),
  /** Kept out of the person's list because it is so little. */
  dust: z.boolean(),
});
export type TransactionRowView = z.infer<typeof transactionRow>;

/** What a search was taken for. `contact`: looked for by `findByContact` alone; `nothing`: none of what can be looked for. */
export const searchedAs = z.enum(['transaction', 'address', 'id', 'person', 'amount', 'contact', 'nothing']);
export type SearchedAs = z.infer<typeof searchedAs>;

const cursor = z.string().max(100).optional();

export const transactionsView = z.object({
  rows: z.array(transactionRow),
  /** Null where nothing was searched. */
  searchedAs: searchedAs.nullable(),
  /** Cursors of the page before and of the one behind; null where there is none. */
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type TransactionsView = z.infer<typeof transactionsView>;

/** What happens to a transaction: steps people see, and what only operators do. */
export const transactionEvent = z.enum([
  ...timelineStep.shape.step.options,
  'screened',
  'held',
  'hold-ends',
  'deadline-passed',
  'arrived',
  'put-in-suspense',
  'assigned',
  'given-to-house',
  'return-ordered',
  'sent-back',
  'not-sent-back',
  'quarantined',
  'dismissed',
  'order-made',
  'node-answered',
  'receipt',
  'attempt-ended',
  'unexpected-receipt',
  'journal',
  'decision',
]);
export type TransactionEvent = z.infer<typeof transactionEvent>;

export const transactionStep = z.object({
  event: transactionEvent,
  state: z.enum(['done', 'now', 'todo', 'failed']),
  at: timeField.nullable(),
  /** The operator who did it. */
  operator: z.string().nullable(),
  /**
   * What exactly, as a code: of a decision the action, of a node its answer, of a journal its kind, of a receipt its result, of a
   * check what was found, of a hold its class of reason (`asked`: until the service has answered), of a deadline what it did.
   */
  code: z.string().nullable(),
  /** What an operator wrote, or a node said. */
  text: z.string().nullable(),
  block: z.number().int().nullable(),
  txId: z.string().nullable(),
  journalId: z.string().nullable(),
});
export type TransactionStepView = z.infer<typeof transactionStep>;

/** A line of a journal: what one account was debited or credited, or what is reserved on it. */
export const journalLine = z.object({
  /** `customer` or the code of an account of the house. */
  account: z.string(),
  /** Whose account. */
  person: party.nullable(),
  assetId: z.string(),
  debit: unitsField.nullable(),
  credit: unitsField.nullable(),
});

export const journalView = z.object({
  id: z.string(),
  kind: z.string(),
  at: timeField,
  key: z.string(),
  /** A hold moves nothing yet. */
  moved: z.boolean(),
  lines: z.array(journalLine),
  /** How many more accounts it touches, of other people. */
  otherAccounts: z.number().int().nonnegative(),
});
export type JournalView = z.infer<typeof journalView>;

export const transactionView = z.object({
  ...transactionRow.shape,
  reason: z.string().nullable(),
  /** What a send waits for before it is signed. */
  waitingFor: z.string().nullable(),
  memo: z.string().nullable(),
  payAddress: z.string().nullable(),
  receiveAddress: z.string().nullable(),
  /** Of an item: the contract, or what else says what it was. */
  subject: z.string().nullable(),
  block: z.number().int().nullable(),
  blockTime: timeField.nullable(),
  confirmations: z.object({ seen: z.number().int(), required: z.number().int() }).nullable(),
  energyUsed: z.number().int().nullable(),
  bandwidthUsed: z.number().int().nullable(),
  /** What the house paid the network. */
  networkFeeSun: unitsField.nullable(),
  /** Page of the transaction at the network's explorer. */
  explorerUrl: z.string().nullable(),
  /** Where operators decide about it: a send, an item of quarantine or suspense that is open. */
  withdrawalId: idField.nullable(),
  timeline: z.array(transactionStep),
  journals: z.array(journalView),
  /** Other rows of the same chain transaction. */
  sameTransaction: z.array(transactionRow),
});
export type TransactionView = z.infer<typeof transactionView>;

/** Rows of one file at most. */
export const exportedRowsMax = 50_000;

/** How a file ended: null where it has every row, and otherwise the time of the last one that is in it. */
export const exportEnd = z.object({ cutAt: timeField.nullable() });
export type ExportEnd = z.infer<typeof exportEnd>;

export const consoleTransactionRoutes = {
  listTransactions: oc
    .route({ method: 'GET', path: '/transactions', summary: 'Everything that moved money', tags: ['transactions'] })
    .input(transactionFilter.extend({ after: cursor, before: cursor }))
    .output(transactionsView)
    .errors(declareProblems('ROLE_MISSING')),

  transaction: oc
    .route({
      method: 'GET',
      path: '/transactions/{source}/{id}',
      summary: 'One transaction with its states, journals and decisions',
      tags: ['transactions'],
    })
    .input(z.object({ source: transactionSource, id: z.string().max(40) }))
    .output(transactionView)
    .errors(declareProblems('ROLE_MISSING')),

  findByContact: oc
    .route({
      method: 'POST',
      path: '/transactions/contact',
      summary: 'Whose phone or e-mail this is exactly; leaves a row in the log',
      tags: ['transactions'],
    })
    .input(z.strictObject({ contact: z.string().trim().min(3).max(320) }))
    .output(z.object({ person: party.nullable() }))
    .errors(declareProblems('ROLE_MISSING')),

  exportTransactions: oc
    .route({
      method: 'POST',
      path: '/transactions/export',
      summary: 'The filtered rows as CSV, piece by piece',
      tags: ['transactions'],
    })
    .input(transactionFilter)
    .output(eventIterator(z.string(), exportEnd))
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED')),
};
