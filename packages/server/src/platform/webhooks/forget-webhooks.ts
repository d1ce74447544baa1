import type { Database } from '@tern/db/database';
import { deleteOldEvents } from './webhook-store.ts';

/** Deletes up to `limit` events that were delivered or skipped thirty days ago. Returns how many. */
export function forgetWebhooks(
  { db }: { readonly db: Database },
  { limit }: { readonly limit: number },
): Promise<number> {
  return deleteOldEvents(db.kysely, limit);
}
