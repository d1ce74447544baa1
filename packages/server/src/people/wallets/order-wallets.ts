import type { PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { lockWallets, notifyWallets, selectWallets, storeOrder } from './wallet-store.ts';

/** Puts the person's wallets into the given order. Throws `WALLETS_CHANGED` unless it names each of them exactly once. */
export async function orderWallets(
  { db }: { readonly db: Database },
  { personId, walletIds }: { readonly personId: PersonId; readonly walletIds: readonly string[] },
): Promise<void> {
  await transact(db, async (tx) => {
    await lockWallets(tx, personId);
    const own = new Set<string>((await selectWallets(tx, personId)).map(({ id }) => id));
    const isComplete = walletIds.length === own.size && new Set(walletIds).size === own.size;
    if (!isComplete || walletIds.some((id) => !own.has(id))) throw problem('WALLETS_CHANGED');
    await storeOrder(tx, personId, walletIds);
    await notifyWallets(tx, personId);
  });
}
