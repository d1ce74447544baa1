import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { listOverdueCases } from '../../people/screening/public.ts';
import { findSigned } from './rebooking-store.ts';
import { rejectHeld } from './reject-held.ts';
import { lockWithdrawal } from './withdrawal-store.ts';

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
      await rejectHeld(tx, withdrawal, { told: 'expired', cause: 'not-decided-in-time' });
      return 1;
    });
  }
  return ended;
}
