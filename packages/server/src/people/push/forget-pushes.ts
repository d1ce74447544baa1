import type { Database } from '@tern/db/database';
import { deleteEndedSubscriptions, deleteSentPushes } from './push-store.ts';

/** Deletes the subscriptions of sessions that are over, and up to `limit` pushes that left a day ago. Returns how many. */
export async function forgetPushes(
  { db }: { readonly db: Database },
  { limit }: { readonly limit: number },
): Promise<number> {
  return (await deleteEndedSubscriptions(db.kysely)) + (await deleteSentPushes(db.kysely, limit));
}
