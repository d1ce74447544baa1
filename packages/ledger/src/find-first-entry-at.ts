import type { WalletId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';

/**
 * Finds when something first moved in a wallet: the time of the oldest entry of its accounts. Undefined where nothing
 * ever has.
 *
 * @example
 * (await findFirstEntryAt(tx, alice.walletId)) instanceof Date; // → true
 * await findFirstEntryAt(tx, bob.walletId); // → undefined
 */
export async function findFirstEntryAt(db: DbReader, walletId: WalletId): Promise<Date | undefined> {
  // A millisecond is all that the caller's clock has: the next whole one, so that the entry itself has happened by then.
  const { rows } = await sql<{ at: Date | null }>`
    SELECT date_trunc('milliseconds', min(j.created_at) + interval '999 microseconds') AS at
      FROM ledger.accounts a
     CROSS JOIN LATERAL (SELECT transfer_id FROM ledger.entries
                          WHERE account_id = a.id ORDER BY transfer_id LIMIT 1) AS oldest
      JOIN ledger.transfers t ON t.id = oldest.transfer_id JOIN ledger.journals j ON j.id = t.journal_id
     WHERE a.wallet_id = ${walletId} AND a.class = 'customer'`.execute(db);
  return rows[0]?.at ?? undefined;
}
