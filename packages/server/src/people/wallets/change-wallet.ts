import type { WalletId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { WalletView } from '@tern/contracts/routes/wallets';
import type { Database } from '@tern/db/database';
import type { ApiSession } from '../../platform/api-context.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { getOwnWallet } from './get-own-wallet.ts';
import { updateWallet } from './wallet-store.ts';
import { readWalletName, renderWallet } from './wallet.ts';

/** Renames a wallet, or hides and shows it while it is empty. Throws `NOT_FOUND` or `WALLET_NAME_INVALID`. */
export async function changeWallet(
  { db }: { readonly db: Database },
  input: {
    readonly session: ApiSession;
    readonly walletId: WalletId;
    readonly name?: string | undefined;
    readonly hideWhenEmpty?: boolean | undefined;
  },
): Promise<WalletView> {
  const { session, walletId, hideWhenEmpty } = input;
  const { personId } = session;
  const name = input.name === undefined ? undefined : readWalletName(input.name);
  return changeAccount(db, session, async (tx) => {
    if (!(await updateWallet(tx, { personId, walletId, name, hideWhenEmpty }))) throw problem('NOT_FOUND');
    await notifyPeople(tx, [{ personId, topic: 'account' }]);
    return renderWallet(await getOwnWallet(tx, personId, walletId));
  });
}
