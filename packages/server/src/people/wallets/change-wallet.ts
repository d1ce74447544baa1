import type { PersonId, WalletId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { WalletView } from '@tern/contracts/routes/wallets';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { getOwnWallet } from './get-own-wallet.ts';
import { notifyWallets, updateWallet } from './wallet-store.ts';
import { readWalletName, renderWallet } from './wallet.ts';

/** Renames a wallet, or hides and shows it while it is empty. Throws `NOT_FOUND` or `WALLET_NAME_INVALID`. */
export async function changeWallet(
  { db }: { readonly db: Database },
  input: {
    readonly personId: PersonId;
    readonly walletId: WalletId;
    readonly name?: string | undefined;
    readonly hideWhenEmpty?: boolean | undefined;
  },
): Promise<WalletView> {
  const { personId, walletId, hideWhenEmpty } = input;
  const name = input.name === undefined ? undefined : readWalletName(input.name);
  return transact(db, async (tx) => {
    if (!(await updateWallet(tx, { personId, walletId, name, hideWhenEmpty }))) throw problem('NOT_FOUND');
    await notifyWallets(tx, personId);
    return renderWallet(await getOwnWallet(tx, personId, walletId));
  });
}
