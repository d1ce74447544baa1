import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { amountInput, assetField, idField, timeField, unitsField } from '../fields.ts';
import { termNameField } from '../terms.ts';
import { proofField, questionView } from './console-access.ts';
import { poolView } from './pool.ts';

const note = z.string().trim().min(3).max(400);

/** What money of the house is set aside for. */
export const fundPurpose = z.enum(['pool', 'promotion', 'liquidity']);
export type FundPurpose = z.infer<typeof fundPurpose>;

/** A change of the house's money or rules as it is proposed; amounts as typed, in whole coins. */
const changeContent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('fund'), purpose: fundPurpose, assetId: assetField, amount: amountInput }),
  z.strictObject({ kind: z.literal('pair'), one: assetField, other: assetField, open: z.boolean() }),
  z.strictObject({ kind: z.literal('asset'), assetId: assetField, open: z.boolean() }),
  z.strictObject({
    kind: z.literal('pool-schedule'),
    // Whole hours that divide a day.
    everyHours: z.literal([1, 2, 3, 4, 6, 8, 12, 24]),
    shareBasisPoints: z.number().int().min(1).max(10_000),
  }),
  // Fees and limits that change, as typed, beside what the version `after` says; in force from `from` on or as early as may be.
  z.strictObject({
    kind: z.literal('terms'),
    after: z.number().int().min(1).max(2_147_483_647),
    values: z.partialRecord(termNameField, amountInput),
    from: timeField.nullable(),
  }),
]);
export type ChangeContent = z.infer<typeof changeContent>;

const proposal = z.strictObject({ content: changeContent, note });
export type ChangeProposal = z.infer<typeof proposal>;
const decision = z.strictObject({ id: idField, decision: z.enum(['carry-out', 'withdraw']) });
export type ChangeDecision = z.infer<typeof decision>;

export const changesView = z.object({
  changes: z.array(
    z.object({
      id: idField,
      content: changeContent,
      state: z.enum(['proposed', 'done', 'withdrawn']),
      note: z.string(),
      proposedBy: z.string(),
      proposedAt: timeField,
      decidedBy: z.string().nullable(),
      decidedAt: timeField.nullable(),
    }),
  ),
  /** What is set aside now, and what the house still owns of each asset. */
  funds: z.array(
    z.object({ purpose: z.union([fundPurpose, z.literal('own')]), assetId: assetField, amount: unitsField }),
  ),
  pairs: z.array(z.object({ one: assetField, other: assetField, open: z.boolean() })),
  /** Every coin; `closing` where it is closed, or will be from then on. */
  assets: z.array(
    z.object({ assetId: assetField, closing: z.object({ from: timeField, closed: z.boolean() }).nullable() }),
  ),
  /** In force, and decided for later. */
  pool: poolView.pick({ everyHours: true, shareBasisPoints: true, nextAt: true, planned: true }),
});
export type ChangesView = z.infer<typeof changesView>;

export const consoleChangeRoutes = {
  showChanges: oc
    .route({ method: 'GET', path: '/changes', summary: 'What is set aside, open, and proposed', tags: ['changes'] })
    .output(changesView)
    .errors(declareProblems('ROLE_MISSING')),

  askProposal: oc
    .route({ method: 'POST', path: '/changes/question', summary: 'The words to be signed', tags: ['changes'] })
    .input(proposal)
    .output(questionView)
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED')),

  propose: oc
    .route({ method: 'POST', path: '/changes', summary: 'Propose a change, signed', tags: ['changes'] })
    .input(z.strictObject({ said: proposal, proof: proofField }))
    .output(z.object({ id: idField }))
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED', 'PASSKEY_REFUSED')),

  askChange: oc
    .route({ method: 'POST', path: '/changes/decision/question', summary: 'The words to be signed', tags: ['changes'] })
    .input(decision)
    .output(questionView)
    .errors(declareProblems('ROLE_MISSING')),

  decideChange: oc
    .route({ method: 'POST', path: '/changes/decision', summary: 'Carry out or withdraw, signed', tags: ['changes'] })
    .input(z.strictObject({ said: decision, proof: proofField }))
    .output(z.object({}))
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED', 'PASSKEY_REFUSED')),
};
