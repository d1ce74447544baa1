import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { assetField, idField, recordIdField, timeField, unitsField, walletIdField } from '../fields.ts';

export const recordType = z.enum(['incoming', 'outgoing', 'airdrop-reward', 'activation-reward', 'swap']);
export const recordStatus = z.enum([
  'confirming',
  'success',
  'failed',
  'pending-review',
  'review-approved',
  'review-rejected',
  'withdrawing',
  'cancelled',
]);
export type RecordType = z.infer<typeof recordType>;
export type RecordStatus = z.infer<typeof recordStatus>;

/** Closed list of reasons a record may carry. */
export const recordReason = z.enum([
  'reorganised',
  'rejected-by-review',
  'rejected-limit',
  'rejected-unconfirmed',
  'cancelled-by-person',
  'failed-on-chain',
  'never-included',
  'not-payable',
  'above-review-limit',
  'expired',
]);
export type RecordReason = z.infer<typeof recordReason>;

export const recordView = z.object({
  id: idField,
  type: recordType,
  direction: z.enum(['in', 'out']),
  status: recordStatus,
  /** Set while `confirming` or `withdrawing` in a block. */
  confirmations: z.object({ seen: z.number().int(), required: z.number().int() }).nullable(),
  settlement: z.enum(['chain', 'internal']),
  walletId: idField,
  assetId: assetField,
  /** What the receiver gets. */
  amount: unitsField,
  /** What the sender paid on top, in the same asset. */
  fee: unitsField,
  /** What a swap brought; null for everything else. */
  counter: z.object({ swapId: idField, assetId: assetField, amount: unitsField }).nullable(),
  payAddress: z.string().nullable(),
  /** True when the pay address is the house's paying wallet. */
  payAddressIsHouse: z.boolean(),
  /** Null where the receiver was found by a contact. */
  receiveAddress: z.string().nullable(),
  /** The contact that was typed and the name it showed; null for an address, and in replies stored before there were any. */
  sentTo: z.object({ contact: z.string(), name: z.string() }).nullable().default(null),
  reason: recordReason.nullable(),
  createdAt: timeField,
  updatedAt: timeField,
});
export type RecordView = z.infer<typeof recordView>;

export const timelineStep = z.object({
  step: z.enum([
    'requested',
    'under-review',
    'approved',
    'rejected',
    'cancelled',
    'signed',
    'broadcast',
    'seen',
    'confirming',
    'credited',
    'settled',
    'failed',
    'returned',
  ]),
  state: z.enum(['done', 'now', 'todo', 'failed']),
  at: timeField.nullable(),
});

export const recordDetailView = recordView.extend({
  memo: z.string().nullable(),
  timeline: z.array(timelineStep),
  /** Only while under review and not yet decided. */
  cancellable: z.boolean(),
  /**
   * Of what is held for a security check: by when it is decided. A send is given back then, and a deposit can be used then, at
   * the latest.
   */
  decidedBy: timeField.nullable().default(null),
});
export type RecordDetailView = z.infer<typeof recordDetailView>;

export const recordInfoView = z.object({
  id: idField,
  txId: z.string().nullable(),
  block: z.number().int().nullable(),
  blockTime: timeField.nullable(),
  confirmations: z.object({ seen: z.number().int(), required: z.number().int() }).nullable(),
  energyUsed: z.number().int().nullable(),
  bandwidthUsed: z.number().int().nullable(),
  /** What the house paid the network, in sun. */
  networkFeeSun: unitsField.nullable(),
  fee: unitsField,
  assetId: assetField,
  memo: z.string().nullable(),
  explorerUrl: z.string().nullable(),
  ledgerReference: z.string().nullable(),
});
export type RecordInfoView = z.infer<typeof recordInfoView>;

export const recordFilter = z.enum(['all', 'in', 'out', 'failed']);
export type RecordFilter = z.infer<typeof recordFilter>;

/** Which records: of the list and of the export alike. */
export const recordQuery = z.object({
  filter: recordFilter.default('all'),
  walletId: walletIdField.optional(),
  assetId: assetField.optional(),
  /** Records made at or after, and before. */
  from: timeField.optional(),
  until: timeField.optional(),
  /** Part of an address, a transaction id, a memo or a name of the address book, or an exact amount. */
  search: z.string().max(100).optional(),
});

export const recordRoutes = {
  listRecords: oc
    .route({ method: 'GET', path: '/records', summary: 'Records, newest first, by keyset', tags: ['records'] })
    .input(
      recordQuery.extend({
        cursor: z.string().max(120).optional(),
        limit: z.coerce.number().int().min(1).max(100).default(30),
      }),
    )
    .output(z.object({ records: z.array(recordView), nextCursor: z.string().nullable() }))
    .errors(declareProblems()),

  record: oc
    .route({ method: 'GET', path: '/records/{id}', summary: 'One record with its timeline', tags: ['records'] })
    .input(z.object({ id: recordIdField }))
    .output(recordDetailView)
    .errors(declareProblems()),

  recordInfo: oc
    .route({
      method: 'GET',
      path: '/records/{id}/info',
      summary: 'Chain and ledger facts of a record',
      tags: ['records'],
    })
    .input(z.object({ id: recordIdField }))
    .output(recordInfoView)
    .errors(declareProblems()),
};
