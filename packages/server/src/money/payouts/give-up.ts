import type { RecordReason } from '@tern/contracts/routes/records';
import type { DbTx } from '@tern/db/database';
import { clearWaiting } from '../../chain/orders/public.ts';
import { appendStep, updateRecord } from '../../people/records/public.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { returnHeld, moveWithdrawal, type Withdrawal } from '../transfers/public.ts';

/** Ends a withdrawal unpaid: everything held, the fee included, is the person's again. Only where nothing can pay it any more. */
export async function giveUp(
  tx: DbTx,
  withdrawal: Withdrawal,
  reason: Extract<RecordReason, 'failed-on-chain' | 'never-included' | 'not-payable'>,
): Promise<void> {
  const journalId = await returnHeld(tx, withdrawal, reason);
  await moveWithdrawal(tx, { id: withdrawal.id, from: withdrawal.state, to: 'failed' });
  await clearWaiting(tx, { table: 'withdrawals', id: withdrawal.id });
  await updateRecord(tx, withdrawal.recordId, { status: 'failed', reason, journalId });
  await appendStep(tx, withdrawal.recordId, 'failed');
  await appendStep(tx, withdrawal.recordId, 'returned');
  await notifyPeople(tx, [{ personId: withdrawal.personId, topic: 'balances' }]);
}
