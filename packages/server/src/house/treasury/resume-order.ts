import type { OperatorId, TreasuryOrderId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { clearAttention } from './order-store.ts';

/** Lets the worker look again at an order that was stopped. It signs nothing twice. False where none was stopped. */
export function resumeOrder(
  db: Database,
  { orderId, operatorId }: { readonly orderId: TreasuryOrderId; readonly operatorId: OperatorId },
): Promise<boolean> {
  return transact(db, async (tx) => {
    if (!(await clearAttention(tx, orderId))) return false;
    await recordOperatorAction(tx, { operatorId, kind: 'treasury-order-resumed', subject: orderId });
    return true;
  });
}
