import type { Database } from '@tern/db/database';
import type { Publishing } from '@tern/wallet-connection/outgoing';
import { claimOutgoing, deleteOutgoing, releaseOutgoing } from './outbox-store.ts';

/**
 * Hands waiting messages to the relay, in their order, each deleted once it has it. Any number of workers may run it. One that
 * dies in between sends once more what the relay had; sites know a message that comes twice. Where the relay fails, what is
 * left waits for whoever reaches it next, and the failure is thrown.
 */
export async function publishOutgoing(
  { db, publish }: { readonly db: Database; readonly publish: (publishing: Publishing) => Promise<void> },
  { limit }: { readonly limit: number },
): Promise<number> {
  const claimed = await claimOutgoing(db.kysely, { limit });
  const sent: string[] = [];
  try {
    for (const { id, ...publishing } of claimed) {
      await publish(publishing);
      sent.push(id);
    }
  } finally {
    await deleteOutgoing(db.kysely, sent);
    const left = claimed.map(({ id }) => id).filter((id) => !sent.includes(id));
    if (left.length > 0) await releaseOutgoing(db.kysely, left);
  }
  return sent.length;
}
