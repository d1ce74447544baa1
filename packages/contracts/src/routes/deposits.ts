import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { assetField, idField, unitsField } from '../fields.ts';

/**
 * What became of one move of coins. `credited` and `confirming` have a record · `crediting`: final on chain, booked in a
 * moment · `suspense`: taken in, waiting for people to find its owner · `examined`: set aside until an operator has looked ·
 * `not-listed`: a token this wallet does not credit · `elsewhere`: to an address that is not the person's.
 */
export const arrivalState = z.enum([
  'credited',
  'confirming',
  'crediting',
  'suspense',
  'examined',
  'not-listed',
  'elsewhere',
]);
export type ArrivalState = z.infer<typeof arrivalState>;

export const arrivalView = z.object({
  to: z.string(),
  /** Null for a token that is not listed. */
  assetId: assetField.nullable(),
  /** Contract of a token that is not listed. */
  contract: z.string().nullable(),
  /** Null where the unit is not known. */
  amount: unitsField.nullable(),
  state: arrivalState,
  recordId: idField.nullable(),
});
export type ArrivalView = z.infer<typeof arrivalView>;

export const depositSearchView = z.object({
  txId: z.string(),
  /** `nothing`: in no block · `failed`: the network undid it · `no-move`: it moves no coins · `moves`: see there. */
  found: z.enum(['nothing', 'failed', 'no-move', 'moves']),
  block: z.number().int().nullable(),
  confirmations: z.object({ seen: z.number().int(), required: z.number().int() }).nullable(),
  /** The person's own first. */
  moves: z.array(arrivalView),
});
export type DepositSearchView = z.infer<typeof depositSearchView>;

export const depositRoutes = {
  searchDeposit: oc
    .route({
      method: 'POST',
      path: '/deposits/search',
      summary: 'What became of a transaction that should have arrived',
      tags: ['deposits'],
    })
    .input(z.strictObject({ txId: z.string().max(300) }))
    .output(depositSearchView)
    .errors(declareProblems('TX_ID_INVALID', 'TOO_MANY_REQUESTS')),
};
