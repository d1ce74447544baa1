import type { DbReader } from '@tern/db/database';
import type { Channel } from './message.ts';
import { isOneWaitingFor } from './outbox-store.ts';

/** A message leaves within seconds; one that has waited for two minutes says that its way out is closed. */
const lateSeconds = 120;

/** Whether messages of this channel leave late at the moment: what is queued now may take long. */
export function areMessagesLate(db: DbReader, channel: Channel): Promise<boolean> {
  return isOneWaitingFor(db, { channel, seconds: lateSeconds });
}
