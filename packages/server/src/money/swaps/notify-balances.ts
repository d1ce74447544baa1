import type { PersonId, WalletId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { sql } from 'kysely';

/** Tells people's open screens that the balances of their wallets changed, when the transaction commits. */
export async function notifyBalances(
  tx: DbTx,
  changed: readonly { readonly personId: PersonId; readonly walletId: WalletId }[],
): Promise<void> {
  await sql`
    SELECT notify_person(person, 'balances', wallet) FROM unnest(
      ${changed.map(({ personId }) => personId)}::uuid[], ${changed.map(({ walletId }) => walletId)}::text[]
    ) AS changed (person, wallet)`.execute(tx);
}
