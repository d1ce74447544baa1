import { assert } from '@tern/base/assert';
import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { appendStep, updateRecord } from '../../people/records/public.ts';
import { listOverdueCases } from '../../people/screening/public.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { findSigned } from './rebooking-store.ts';
import { returnHeld } from './withdrawal-money.ts';
import { lockWithdrawal, moveWithdrawal } from './withdrawal-store.ts';
import { recordStatusOf, type Withdrawal } from './withdrawal.ts';

/**
 * Gives back everything that was held for a list and that nobody has decided about by its deadline, whatever the list says:
 * no hold is longer. Returns how many sends it ended, `limit` at most.
 */
export async function returnOverdueCases(db: Database, { limit }: { readonly limit: number }): Promise<number> {
  let ended = 0;
  for (const id of await listOverdueCases(db.kysely, limit)) {
    ended += await transact(db, async (tx) => {
      const withdrawal = await lockWithdrawal(tx, id);
      // Decided or cancelled meanwhile; what was signed before its database was set back may have been paid.
      if (withdrawal?.state !== 'under-review' || (await findSigned(tx, id)) !== undefined) return 0;
      await giveBack(tx, withdrawal);
      return 1;
    });
  }
  return ended;
}

async function giveBack(tx: DbTx, withdrawal: Withdrawal): Promise<void> {
  const { id, recordId, personId } = withdrawal;
  const moved = await moveWithdrawal(tx, { id, from: 'under-review', to: 'rejected' });
  assert(moved, `withdrawal ${id} left its review while it was locked`);
  const journalId = await returnHeld(tx, withdrawal, 'not-decided-in-time');
  await updateRecord(tx, recordId, { status: recordStatusOf('rejected', true), reason: 'expired', journalId });
  await appendStep(tx, recordId, 'rejected');
  await appendStep(tx, recordId, 'returned');
  await notifyPeople(tx, [{ personId, topic: 'balances' }]);
}
