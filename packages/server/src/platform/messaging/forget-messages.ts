import type { Database } from '@tern/db/database';
import { sql } from 'kysely';

/** Deletes up to `limit` messages that were settled a month ago; until then they answer "did it go out?". Returns how many. */
export async function forgetMessages(
  { db }: { readonly db: Database },
  { limit }: { readonly limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE settled_at < now() - interval '30 days' LIMIT ${limit})`.execute(
    db.kysely,
  );
  return Number(numAffectedRows ?? 0n);
}
