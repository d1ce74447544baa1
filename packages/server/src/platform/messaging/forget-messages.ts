import type { Database } from '@tern/db/database';
import { sql } from 'kysely';

/**
 * Deletes up to `limit` messages that were settled a month ago; until then they answer "did it go out?". And as many recipients
 * that nobody has kept away from for a month. Returns how many.
 */
export async function forgetMessages(
  { db }: { readonly db: Database },
  { limit }: { readonly limit: number },
): Promise<number> {
  const messages = await sql`
    DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE settled_at < now() - interval '30 days' LIMIT ${limit})`.execute(
    db.kysely,
  );
  const recipients = await sql`
    DELETE FROM unreachable_recipients WHERE (channel, recipient) IN (
      SELECT channel, recipient FROM unreachable_recipients WHERE until < now() - interval '30 days' LIMIT ${limit})`.execute(
    db.kysely,
  );
  return Number((messages.numAffectedRows ?? 0n) + (recipients.numAffectedRows ?? 0n));
}
