import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { listOverdueCases } from '../../people/screening/public.ts';
import { mayHavePaid } from './rebooking-store.ts';
import { rejectHeld } from './reject-held.ts';
import { lockWithdrawal } from './withdrawal-store.ts';

export type ReturnOverdueDeps = {
  readonly db: Database;
  /** Whether the signer knows all that it has signed: one that was restored first reads its outflows back. */
  readonly remembersAll: () => Promise<boolean>;
};

/**
 * Gives back everything that was held for a list and that nobody has decided about by its deadline, whatever the list says:
 * no hold is longer. What may have been paid before the database was set back stays. Returns how many sends it ended, `limit`
 * at most.
 */
export async function returnOverdueCases(
  { db, remembersAll }: ReturnOverdueDeps,
  { limit }: { readonly limit: number },
): Promise<number> {
  const overdue = await listOverdueCases(db.kysely, limit);
  if (overdue.length === 0 || !(await remembersAll())) return 0;
  let ended = 0;
  for (const id of overdue) {
    ended += await transact(db, async (tx) => {
      const withdrawal = await lockWithdrawal(tx, id);
      // Decided or cancelled meanwhile.
      if (withdrawal?.state !== 'under-review' || (await mayHavePaid(tx, id))) return 0;
      await rejectHeld(tx, withdrawal, { told: 'expired', cause: 'not-decided-in-time' });
      return 1;
    });
  }
  return ended;
}
