import type { PersonId, WalletId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { sql } from 'kysely';

/** Tells the person's open screens that the balances of a wallet changed, when the transaction commits. */
export async function notifyBalances(tx: DbTx, personId: PersonId, walletId: WalletId): Promise<void> {
  await sql`SELECT notify_person(${personId}::uuid, 'balances', ${walletId}::text)`.execute(tx);
}
