import type { MessageId, PersonId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { notifyPeople } from '../../platform/live/public.ts';
import { markRead } from './message-store.ts';

/** Marks one of the person's messages, or all of them, as read on all their screens. Returns how many were not. */
export async function readMessages(db: Database, personId: PersonId, id: MessageId | 'all'): Promise<number> {
  return transact(db, async (tx) => {
    const read = await markRead(tx, personId, id);
    if (read > 0) await notifyPeople(tx, [{ personId, topic: 'messages' }]);
    return read;
  });
}
