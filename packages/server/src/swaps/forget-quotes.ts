import type { Database } from '@tern/db/database';
import { deleteStaleQuotes } from './swap-store.ts';

/** Deletes quotes nobody took, a day after they ended. Returns how many. */
export async function forgetQuotes(
  { db }: { readonly db: Database },
  { limit }: { readonly limit: number },
): Promise<number> {
  return await deleteStaleQuotes(db.kysely, limit);
}
