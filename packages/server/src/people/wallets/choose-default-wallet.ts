import type { PersonId, WalletId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { getOwnWallet } from './get-own-wallet.ts';
import { lockWallets, notifyWallets, storeDefault } from './wallet-store.ts';

/** Makes a wallet the one the person's screens open with. Throws `NOT_FOUND` when it is not theirs. */
export async function chooseDefaultWallet(
  { db }: { readonly db: Database },
  { personId, walletId }: { readonly personId: PersonId; readonly walletId: WalletId },
): Promise<void> {
  await transact(db, async (tx) => {
    await lockWallets(tx, personId);
    await getOwnWallet(tx, personId, walletId);
    await storeDefault(tx, personId, walletId);
    await notifyWallets(tx, personId);
  });
}
