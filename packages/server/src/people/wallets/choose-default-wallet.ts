import type { WalletId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import type { ApiSession } from '../../platform/api-context.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { getOwnWallet } from './get-own-wallet.ts';
import { lockWallets, storeDefault } from './wallet-store.ts';

/** Makes a wallet the one the person's screens open with. Throws `NOT_FOUND` when it is not theirs. */
export async function chooseDefaultWallet(
  { db }: { readonly db: Database },
  { session, walletId }: { readonly session: ApiSession; readonly walletId: WalletId },
): Promise<void> {
  const { personId } = session;
  await changeAccount(db, session, async (tx) => {
    await lockWallets(tx, personId);
    await getOwnWallet(tx, personId, walletId);
    await storeDefault(tx, personId, walletId);
    await notifyPeople(tx, [{ personId, topic: 'account' }]);
  });
}
