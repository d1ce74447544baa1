import { oc } from '@orpc/contract';
import { z } from 'zod';
import { assetField, dayField, timeField, unitsField } from '../fields.ts';
import { transactionKind, transactionSource, transactionState } from './console-transactions.ts';
import { serviceRefusals } from './service-refusals.ts';

const cursor = z.string().max(100);

/** A transaction id, an address of Tron, or the id of a record, send, swap or deposit: no contact, no name, no amount. */
const wanted = z
  .string()
  .regex(/^(?:[0-9a-fA-F]{64}|T[1-9A-HJ-NP-Za-km-z]{33}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$/);

export const serviceTransactionFilter = z.object({
  find: wanted.optional(),
  kind: transactionKind.optional(),
  state: transactionState.optional(),
  asset: assetField.optional(),
  /** From the first moment of a day to the last one of a day, UTC. */
  from: dayField.optional(),
  until: dayField.optional(),
  /** Dust and what is not understood as well. */
  noise: z.enum(['shown']).optional(),
  order: z.enum(['newest', 'oldest']).optional(),
  /** The `after` of the page before. */
  after: cursor.optional(),
});
export type ServiceTransactionFilter = z.infer<typeof serviceTransactionFilter>;

/** Amounts are in base units of their asset. */
export const serviceTransaction = z.object({
  source: transactionSource,
  id: z.string(),
  kind: transactionKind,
  state: transactionState,
  direction: z.enum(['in', 'out']).nullable(),
  at: timeField,
  asset: assetField.nullable(),
  amount: unitsField.nullable(),
  fee: unitsField,
  counter: z.object({ asset: assetField, amount: unitsField }).nullable(),
  /** Number of the account it belongs to, and of the one on the other side. */
  person: z.string().nullable(),
  otherPerson: z.string().nullable(),
  otherAddress: z.string().nullable(),
  transaction: z.string().nullable(),
  dust: z.boolean(),
});
export type ServiceTransaction = z.infer<typeof serviceTransaction>;

export const serviceTransactionDetail = z.object({
  ...serviceTransaction.shape,
  reason: z.string().nullable(),
  payAddress: z.string().nullable(),
  receiveAddress: z.string().nullable(),
  block: z.number().int().nullable(),
  blockTime: timeField.nullable(),
  confirmations: z.object({ seen: z.number().int(), required: z.number().int() }).nullable(),
  /** What the house paid the network, in sun. */
  networkFee: unitsField.nullable(),
  /** Numbers of its journals in the books. */
  journals: z.array(z.string()),
});
export type ServiceTransactionDetail = z.infer<typeof serviceTransactionDetail>;

export const serviceTransactionRoutes = {
  list: oc
    .route({
      method: 'GET',
      path: '/transactions',
      summary: 'Everything that moved money, a page of 50 at a time',
      description: 'Scope `transactions:read`.',
      tags: ['transactions'],
    })
    .input(serviceTransactionFilter)
    .output(z.object({ transactions: z.array(serviceTransaction), after: cursor.nullable() }))
    .errors(serviceRefusals),

  read: oc
    .route({
      method: 'GET',
      path: '/transactions/{source}/{id}',
      summary: 'One transaction',
      description: 'Scope `transactions:read`.',
      tags: ['transactions'],
    })
    .input(z.object({ source: transactionSource, id: z.string().max(40) }))
    .output(serviceTransactionDetail)
    .errors(serviceRefusals),
};
