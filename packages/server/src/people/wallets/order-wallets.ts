import { problem } from '@tern/contracts/problem';
import type { Database } from '@tern/db/database';
import type { ApiSession } from '../../platform/api-context.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { lockWallets, selectWallets, storeOrder } from './wallet-store.ts';

/** Puts the person's wallets into the given order. Throws `WALLETS_CHANGED` unless it names each of them exactly once. */
export async function orderWallets(
  { db }: { readonly db: Database },
  { session, walletIds }: { readonly session: ApiSession; readonly walletIds: readonly string[] },
): Promise<void> {
  const { personId } = session;
  await changeAccount(db, session, async (tx) => {
    await lockWallets(tx, personId);
    const own = new Set<string>((await selectWallets(tx, personId)).map(({ id }) => id));
    const isComplete = walletIds.length === own.size && new Set(walletIds).size === own.size;
    if (!isComplete || walletIds.some((id) => !own.has(id))) throw problem('WALLETS_CHANGED');
    await storeOrder(tx, personId, walletIds);
    await notifyPeople(tx, [{ personId, topic: 'account' }]);
  });
}
