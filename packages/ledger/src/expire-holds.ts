import type { DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import { refusing } from './error.ts';
import type { PendingId } from './ids.ts';

/**
 * Gives back what is held beyond its expiry by the database's clock, those that expired first before the others, and at
 * most `limit` of them. It returns the ids of the holds, in ascending order. Any number of workers may call it at once.
 *
 * @example
 * const { pendingId } = await holdFunds(tx, {
 *   key: 'transfer:1',
 *   kind: 'internal-transfer-hold',
 *   account: alice.usdt,
 *   toAccount: bob.usdt,
 *   amount: units(60_000_000n),
 *   asset: 'usdt',
 *   code: 'transfer',
 *   expiresAt: new Date('2026-01-01T00:00:00Z'),
 * });
 * await expireHolds(tx, { limit: 100 }); // → [pendingId]
 * (await getAccountBalance(tx, alice.usdt)).held; // → 0n
 */
export async function expireHolds(tx: DbTx, { limit }: { readonly limit: number }): Promise<readonly PendingId[]> {
  const query = sql<{ expired: PendingId[] }>`SELECT ledger.expire_holds(${limit}) AS expired`;
  const { rows } = await refusing(query.execute(tx));
  return rows[0]?.expired ?? [];
}
