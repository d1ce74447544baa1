import type { DbTx } from '@tern/db/database';
import { insertPushes, type WrittenMessage } from './push-store.ts';

/** Has the devices of whoever the messages are for told, together with the messages: neither exists without the other. */
export async function queuePushes(tx: DbTx, messages: readonly WrittenMessage[]): Promise<void> {
  if (messages.length > 0) await insertPushes(tx, messages);
}
