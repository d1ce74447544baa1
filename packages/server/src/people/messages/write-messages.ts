import { systemClock } from '@tern/base/clock';
import { newOrderedId, type MessageId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { queuePushes } from '../push/public.ts';
import { insertMessages } from './message-store.ts';
import type { News } from './message.ts';

/**
 * Tells people what happened, together with what it tells of: neither exists without the other, each is told once, and
 * open screens hear of it when the transaction commits, closed ones soon after.
 */
export async function writeMessages(tx: DbTx, news: readonly News[]): Promise<void> {
  if (news.length === 0) return;
  // Ordered for the index only: nothing reads the time in the id.
  const nowMs = systemClock.nowMs();
  const written = await insertMessages(
    tx,
    news.map((each) => ({ id: newOrderedId<MessageId>(nowMs), news: each })),
  );
  await queuePushes(tx, written);
}
