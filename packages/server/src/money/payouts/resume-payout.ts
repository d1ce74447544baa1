import type { OperatorId, WithdrawalId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import type { AssetId } from '@tern/money/asset';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { clearAttention, deletePause } from './stuck-store.ts';
import { closeUnexpectedReceipt } from './unexpected-receipt-store.ts';

/**
 * Lets the machinery look again at a payment that it had stopped. Safe at any time: it goes on from what is stored and
 * what the chain shows, and stops again where the cause is still there. False where nothing was stopped.
 */
export function resumePayout(
  db: Database,
  input: { readonly withdrawalId: WithdrawalId; readonly operatorId: OperatorId },
): Promise<boolean> {
  return transact(db, async (tx) => {
    if (!(await clearAttention(tx, input.withdrawalId))) return false;
    await closeUnexpectedReceipt(tx, input.withdrawalId);
    await recordOperatorAction(tx, {
      operatorId: input.operatorId,
      kind: 'withdrawal-resumed',
      subject: input.withdrawalId,
    });
    return true;
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
