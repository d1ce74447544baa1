import { assert } from '@tern/base/assert';
import type { RecordReason } from '@tern/contracts/routes/records';
import type { DbTx } from '@tern/db/database';
import { appendStep, updateRecord } from '../../people/records/public.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { returnHeld } from './withdrawal-money.ts';
import { moveWithdrawal } from './withdrawal-store.ts';
import { recordStatusOf, type Withdrawal } from './withdrawal.ts';

/** Ends a send under review, which the caller has locked: everything held goes back, and its person is told `told`. */
export async function rejectHeld(
  tx: DbTx,
  withdrawal: Withdrawal,
  { told, cause }: { readonly told: RecordReason; readonly cause: 'rejected-by-review' | 'not-decided-in-time' },
): Promise<void> {
  const { id, recordId, personId } = withdrawal;
  const moved = await moveWithdrawal(tx, { id, from: 'under-review', to: 'rejected' });
  assert(moved, `withdrawal ${id} left its review while it was locked`);
  const journalId = await returnHeld(tx, withdrawal, cause);
  await updateRecord(tx, recordId, { status: recordStatusOf('rejected', true), reason: told, journalId });
  await appendStep(tx, recordId, 'rejected');
  await appendStep(tx, recordId, 'returned');
  await notifyPeople(tx, [{ personId, topic: 'balances' }]);
}
