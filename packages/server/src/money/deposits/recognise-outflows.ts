import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { listOrdered, type BookBlocksDeps } from './book-blocks.ts';
import { dismissTransactions, selectUnknownOutflows } from './quarantine-store.ts';

/**
 * Worker step: closes alarms about transactions that turned out to be ordered: a restored database had forgotten the
 * order, and the signer gave it back. Whoever sent them books them. Returns how many it recognised.
 */
export async function recogniseOutflows({
  db,
  ownTransactions,
}: Pick<BookBlocksDeps, 'ownTransactions'> & { readonly db: Database }): Promise<number> {
  const unknown = await selectUnknownOutflows(db.kysely);
  const ordered = await listOrdered(db.kysely, { ownTransactions }, unknown);
  if (ordered.size === 0) return 0;
  return await transact(db, (tx) => dismissTransactions(tx, { txIds: [...ordered], text: 'ordered by us after all' }));
}
