import type { Database } from '@tern/db/database';
import { sql } from 'kysely';

/** Sends to a mail address or phone number again before the wait is over. Returns whether there was something to lift. */
export async function unblockRecipient({ kysely }: Database, recipient: string): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM unreachable_recipients WHERE recipient = ${recipient.trim().toLowerCase()} RETURNING 1`.execute(kysely);
  return rows.length > 0;
}
