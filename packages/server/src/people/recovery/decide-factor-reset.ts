import type { OperatorId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { recordOperatorAction, refuseOwnAccount } from '../operators/public.ts';
import { insertResetDecision, lockWaitingReset } from './factor-reset-store.ts';
import { approvalsNeeded } from './factor-reset.ts';

export type FactorResetOutcome =
  | 'approved'
  | 'second-operator-needed'
  | 'refused'
  | 'not-found'
  | 'already-decided-by-you'
  /** The account is the operator's own, or of somebody close to them. */
  | 'own-account'
  | 'reason-needed';

const reasonMin = 3;

/** Keeps one operator's word about a reset that waits; the worker acts on it. How they know the person is the reason's to say. */
export async function decideFactorReset(
  db: Database,
  input: {
    readonly resetId: string;
    readonly operatorId: OperatorId;
    readonly decision: 'approve' | 'refuse';
    readonly reason: string;
  },
): Promise<FactorResetOutcome> {
  const reason = input.reason.trim();
  if (reason.length < reasonMin) return 'reason-needed';
  return transact(db, async (tx) => {
    const reset = await lockWaitingReset(tx, input.resetId);
    if (reset === undefined) return 'not-found';
    const { operatorId, resetId: subject } = input;
    if (await refuseOwnAccount(tx, { operatorId, personIds: [reset.personId], subject })) return 'own-account';
    if (!(await insertResetDecision(tx, { ...input, reason }))) return 'already-decided-by-you';
    const kind = input.decision === 'approve' ? 'reset-approved' : 'reset-refused';
    await recordOperatorAction(tx, { operatorId, kind, subject, details: { reason, personId: reset.personId } });
    if (input.decision === 'refuse') return 'refused';
    return reset.approvals + 1 >= approvalsNeeded ? 'approved' : 'second-operator-needed';
  });
}
