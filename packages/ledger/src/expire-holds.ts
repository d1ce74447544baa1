import type { DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import { refusing } from './error.ts';
import type { PendingId } from './ids.ts';

/**
 * Gives back what is held beyond its expiry by the database's clock, the oldest first, `limit` holds at most.
 * Returns them. Any number of workers may do it at once.
 */
export async function expireHolds(tx: DbTx, { limit }: { readonly limit: number }): Promise<readonly PendingId[]> {
  const query = sql<{ expired: PendingId[] }>`SELECT ledger.expire_holds(${limit}) AS expired`;
  const { rows } = await refusing(query.execute(tx));
  return rows[0]?.expired ?? [];
}
