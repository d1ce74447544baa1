import type { Database } from '@tern/db/database';
import type { Publishing } from '@tern/wallet-connection/outgoing';
import { CallFault } from '@tern/wallet-connection/relay-fault';
import { claimOutgoing, deleteOutgoing, releaseOutgoing } from './outbox-store.ts';

/**
 * Hands waiting messages to the relay, in their order, each deleted once it has it. Any number of workers may run it. One that
 * dies in between sends once more what the relay had; sites know a message that comes twice. A message that the relay does not
 * take keeps nobody else's: it is tried again a minute later, and `onRefused` is told of the first of them. Where the relay is gone, what is left
 * waits for whoever reaches it next, and the failure is thrown.
 */
export async function publishOutgoing(
  {
    db,
    publish,
    onRefused,
  }: {
    readonly db: Database;
    readonly publish: (publishing: Publishing) => Promise<void>;
    readonly onRefused: (fault: CallFault) => void;
  },
  { limit }: { readonly limit: number },
): Promise<number> {
  const claimed = await claimOutgoing(db.kysely, { limit });
  const sent: string[] = [];
  const untried = new Set(claimed.map(({ id }) => id));
  let first: CallFault | undefined;
  try {
    for (const { id, ...publishing } of claimed) {
      const fault = await findFault(publish(publishing));
      // Only what failed for itself waits out its claim; after the end of the connection it is nobody's fault.
      untried.delete(id);
      if (fault === undefined) sent.push(id);
      else if (!fault.isAnswered) throw fault;
      else first ??= fault;
    }
  } finally {
    await deleteOutgoing(db.kysely, sent);
    if (untried.size > 0) await releaseOutgoing(db.kysely, [...untried]);
  }
  if (first !== undefined) onRefused(first);
  return sent.length;
}

async function findFault(published: Promise<void>): Promise<CallFault | undefined> {
  try {
    await published;
    return undefined;
  } catch (error) {
    if (error instanceof CallFault) return error;
    throw error;
  }
}
