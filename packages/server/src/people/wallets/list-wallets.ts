import type { PersonId } from '@tern/base/ids';
import type { ListedWallet } from '@tern/contracts/routes/wallets';
import type { Database } from '@tern/db/database';
import { getBalances } from '@tern/ledger/balances';
import { zero } from '@tern/money/units';
import { selectWallets } from './wallet-store.ts';
import { renderWallet } from './wallet.ts';

/** The person's wallets in their own order, each with whether anything is in it. */
export async function listWallets({ db }: { readonly db: Database }, personId: PersonId): Promise<ListedWallet[]> {
  const wallets = await selectWallets(db.kysely, personId);
  return Promise.all(
    wallets.map(async (wallet) => {
      const balances = await getBalances(db.kysely, { walletId: wallet.id });
      return { ...renderWallet(wallet), empty: [...balances.values()].every(({ posted }) => posted === zero) };
    }),
  );
}
