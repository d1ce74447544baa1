import { transact } from '@tern/db/transact';
import { tellAccountEvent } from '../accounts/public.ts';
import { deleteOver, isOpened, lockExpired, updateOver } from './connection-store.ts';
import type { ConnectionDeps } from './deps.ts';
import { deleteExpiredOutgoing } from './outbox-store.ts';
import { expireRequests, expireRequestsOf } from './request-store.ts';
import { tellSite } from './tell-site.ts';
import { hostOf, wasConnected } from './wallet-connection.ts';

/**
 * Worker step: ends what has expired, up to `limit` of each kind: links and proposals that nobody answered, connections, what
 * sites asked for, and messages that the relay did not take in time. Forgets connections a month after their end. Returns how
 * much it ended.
 */
export async function expireConnections(deps: ConnectionDeps, { limit }: { readonly limit: number }): Promise<number> {
  const now = deps.clock.now();
  const ended = await transact(deps.db, async (tx) => {
    const rows = await lockExpired(tx, deps.box, { now, limit });
    for (const row of rows) {
      const { id, personId } = row;
      if (isOpened(row)) await tellSite(tx, deps, row.protocol);
      await expireRequestsOf(tx, id, now);
      await updateOver(tx, { id, endedBy: 'expiry', now });
      if (isOpened(row) && wasConnected(row.protocol))
        await tellAccountEvent(tx, { personId, kind: 'site-disconnected', now, ...hostOf(row.protocol) });
    }
    return rows.length;
  });
  const requests = await expireRequests(deps.db.kysely, { now, limit });
  const outgoing = await deleteExpiredOutgoing(deps.db.kysely, { limit });
  return ended + requests + outgoing + (await deleteOver(deps.db.kysely, { limit }));
}
