import type { Database } from '@tern/db/database';
import { deleteStaleDrafts } from './draft-store.ts';

/** Forgets drafts that nobody confirmed, a day after they ended. Returns how many. */
export function purgeDrafts(db: Database, { limit }: { readonly limit: number }): Promise<number> {
  return deleteStaleDrafts(db.kysely, limit);
}
