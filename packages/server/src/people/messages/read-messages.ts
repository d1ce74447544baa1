import type { PersonId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { sql } from 'kysely';
import { markRead } from './message-store.ts';

/** Marks one of the person's messages, or all of them, as read on all their screens. Returns how many were not. */
export async function readMessages(db: Database, personId: PersonId, id: string | 'all'): Promise<number> {
  return transact(db, async (tx) => {
    const read = await markRead(tx, personId, id);
    if (read > 0) await sql`SELECT notify_person(${personId}, 'messages', null)`.execute(tx);
    return read;
  });
}
