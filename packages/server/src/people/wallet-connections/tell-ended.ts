import { transact } from '@tern/db/transact';
import { clearSealed, isOpened, lockUntold } from './connection-store.ts';
import type { ConnectionDeps } from './deps.ts';
import { expireRequestsOf } from './request-store.ts';
import { tellSite } from './tell-site.ts';

/**
 * Worker step: tells the sites of connections that ended without their keys at hand (`endConnections`), and forgets the keys.
 * Returns how many.
 */
export async function tellEnded(deps: ConnectionDeps, { limit }: { readonly limit: number }): Promise<number> {
  return transact(deps.db, async (tx) => {
    const rows = await lockUntold(tx, deps.box, { limit });
    for (const row of rows) {
      if (isOpened(row)) await tellSite(tx, deps, row.protocol);
      await expireRequestsOf(tx, row.id, deps.clock.now());
      await clearSealed(tx, row.id);
    }
    return rows.length;
  });
}
