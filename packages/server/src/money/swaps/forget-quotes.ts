import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { deleteStaleQuotes } from './swap-store.ts';

/** Deletes quotes nobody took, a day after they ended. Returns how many. */
export async function forgetQuotes(
  { db }: { readonly db: Database },
  { limit }: { readonly limit: number },
): Promise<number> {
  // A set of swaps at such quotes may lock them in another order: whoever is broken off begins again.
  return await transact(db, (tx) => deleteStaleQuotes(tx, limit));
}
