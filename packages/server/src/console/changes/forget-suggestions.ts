import type { Database } from '@tern/db/database';
import { deleteOldSuggestions } from './suggestion-store.ts';

/** Deletes up to `limit` suggestions of other systems that have been over for thirty days. Returns how many. */
export function forgetSuggestions(
  { db }: { readonly db: Database },
  { limit }: { readonly limit: number },
): Promise<number> {
  return deleteOldSuggestions(db.kysely, limit);
}
