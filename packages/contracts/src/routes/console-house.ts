import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { amountInput, assetField, idField } from '../fields.ts';
import { proofField, questionView } from './console-access.ts';

const note = z.string().trim().min(3).max(400);

/** What operators themselves set going with the house's money; amounts as typed, in whole coins. A second one has to agree. */
const houseProposal = z.discriminatedUnion('kind', [
  // A surplus that lies in suspense and belongs to the house: two operators say the same amount.
  z.strictObject({ kind: z.literal('surplus-to-house'), assetId: assetField, amount: amountInput, note }),
  // TRX out of the stake.
  z.strictObject({ kind: z.literal('unstake'), amount: amountInput, note }),
  // Gives an account to the owners the signer knows.
  z.strictObject({ kind: z.literal('restrict'), account: z.enum(['hot', 'fee']), note }),
]);
export type HouseProposal = z.infer<typeof houseProposal>;

export const consoleHouseRoutes = {
  askProposal: oc
    .route({ method: 'POST', path: '/house/proposals/question', summary: 'The words to be signed', tags: ['house'] })
    .input(houseProposal)
    .output(questionView)
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED')),

  propose: oc
    .route({ method: 'POST', path: '/house/proposals', summary: 'Propose an order, signed', tags: ['house'] })
    .input(z.strictObject({ said: houseProposal, proof: proofField }))
    // The order, where there is one to approve by its id; `done` where this was the second of two.
    .output(z.object({ outcome: z.enum(['done', 'second-operator-needed']), orderId: idField.nullable() }))
    .errors(declareProblems('ROLE_MISSING', 'DECISION_REFUSED', 'PASSKEY_REFUSED')),
};
