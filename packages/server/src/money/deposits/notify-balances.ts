import type { DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import type { WalletOwner } from '../../people/wallets/public.ts';

/** Tells open screens that these wallets hold something else now; each wallet once. */
export async function notifyBalances(tx: DbTx, wallets: readonly WalletOwner[]): Promise<void> {
  const each = [...new Map(wallets.map((wallet) => [wallet.id, wallet])).values()];
  if (each.length === 0) return;
  await sql`
    SELECT notify_person(w.person, 'balances', w.id)
    FROM unnest(${each.map(({ personId }) => personId)}::uuid[], ${each.map(({ id }) => id)}::text[])
      AS w (person, id)`.execute(tx);
}
