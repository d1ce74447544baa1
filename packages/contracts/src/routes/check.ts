import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { assetField, idField, timeField, unitsField } from '../fields.ts';

const numberField = z.coerce.number().int().min(1).max(2_147_483_647);

/** What was published of everything that was owed at one moment (docs/proof-of-liabilities.md). */
export const snapshotView = z.object({
  number: z.number().int(),
  /** In UTC. */
  day: z.string(),
  takenAt: timeField,
  /** Block, totals, roots and the hash of the statement before, as plain text. */
  statement: z.string(),
  /** SHA-256 of the statement, hexadecimal. */
  statementHash: z.string(),
  /** Whether the lists can still be fetched. */
  listed: z.boolean(),
  /** The transaction that wrote the hash into the chain; null until it is final, and where none did. */
  anchor: z.object({ txId: z.string(), block: z.number().int() }).nullable(),
});
export type SnapshotView = z.infer<typeof snapshotView>;

/** This person's own lines with the secrets that open them. */
export const ownLiabilities = z.object({
  number: z.number().int(),
  lines: z.array(
    z.object({
      walletId: idField,
      assetId: assetField,
      /** The wallet's Tron address. */
      owner: z.string(),
      part: z.number().int(),
      amount: unitsField,
      /** 16 secret bytes, hexadecimal. */
      nonce: z.string(),
      /** Of the line in the list, from 0. */
      position: z.number().int(),
      path: z.array(z.object({ hash: z.string(), sum: unitsField, side: z.enum(['left', 'right']) })),
    }),
  ),
});
export type OwnLiabilities = z.infer<typeof ownLiabilities>;

export const checkRoutes = {
  listSnapshots: oc
    .route({
      method: 'GET',
      path: '/check/snapshots',
      summary: 'What was published of all that is owed, newest first',
      tags: ['check'],
    })
    .input(z.object({ before: numberField.optional(), limit: z.coerce.number().int().min(1).max(100).default(31) }))
    .output(z.object({ snapshots: z.array(snapshotView), nextBefore: z.number().int().nullable() }))
    .errors(declareProblems()),

  snapshotChunk: oc
    .route({
      method: 'GET',
      path: '/check/snapshots/{number}/lists/{assetId}/{chunk}',
      summary: '1,024 lines of a published list: commitment and amount',
      tags: ['check'],
    })
    .input(
      z.object({ number: numberField, assetId: assetField, chunk: z.coerce.number().int().min(0).max(2_147_483_647) }),
    )
    .output(z.instanceof(Blob))
    .errors(declareProblems()),

  ownLiabilities: oc
    .route({
      method: 'GET',
      path: '/check/snapshots/{number}/mine',
      summary: 'This person’s lines of a snapshot, with their secrets and paths',
      tags: ['check'],
    })
    .input(z.object({ number: numberField }))
    .output(ownLiabilities)
    .errors(declareProblems()),
};
