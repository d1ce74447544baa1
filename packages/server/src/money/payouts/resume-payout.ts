import type { OperatorId, WithdrawalId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import type { AssetId } from '@tern/money/asset';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { lockWithdrawal, refuseParty } from '../transfers/public.ts';
import { clearAttention, deletePause } from './stuck-store.ts';
import { closeUnexpectedReceipt } from './unexpected-receipt-store.ts';

/** What became of it. Everything but the first changes nothing. */
export type ResumeOutcome =
  | 'done'
  | 'not-found'
  | 'not-stopped'
  /** The operator, or somebody close to them, sends or receives. */
  | 'own-account';

/**
 * Lets the machinery look again at a payment that it had stopped. Safe at any time: it goes on from what is stored and
 * what the chain shows, and stops again where the cause is still there.
 */
export function resumePayout(
  db: Database,
  { withdrawalId, operatorId }: { readonly withdrawalId: WithdrawalId; readonly operatorId: OperatorId },
): Promise<ResumeOutcome> {
  return transact(db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, withdrawalId);
    if (withdrawal === undefined) return 'not-found';
    if (await refuseParty(tx, operatorId, withdrawal)) return 'own-account';
    if (!(await clearAttention(tx, withdrawalId))) return 'not-stopped';
    await closeUnexpectedReceipt(tx, withdrawalId);
    await recordOperatorAction(tx, { operatorId, kind: 'withdrawal-resumed', subject: withdrawalId });
    return 'done';
  });
}

/** Opens an asset again for sends to the chain. False where it was not paused. */
export function resumeAsset(
  db: Database,
  input: { readonly assetId: AssetId; readonly operatorId: OperatorId },
): Promise<boolean> {
  return transact(db, async (tx) => {
    if (!(await deletePause(tx, input.assetId))) return false;
    await recordOperatorAction(tx, { operatorId: input.operatorId, kind: 'asset-resumed', subject: input.assetId });
    return true;
  });
}
