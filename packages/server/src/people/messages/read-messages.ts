import type { MessageId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import type { ApiSession } from '../../platform/api-context.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { markRead } from './message-store.ts';

/** Marks one of the person's messages, or all of them, as read on all their screens. Returns how many were not. */
export async function readMessages(db: Database, session: ApiSession, id: MessageId | 'all'): Promise<number> {
  const { personId } = session;
  return changeAccount(db, session, async (tx) => {
    const read = await markRead(tx, personId, id);
    if (read > 0) await notifyPeople(tx, [{ personId, topic: 'messages' }]);
    return read;
  });
}
