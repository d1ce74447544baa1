import { newId, type PersonId, type WalletId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { DbTx } from '@tern/db/database';
import { openCustomerAccount } from '@tern/ledger/account';
import { assetIds } from '@tern/money/asset';
import { insertWallet, takeFreeAddress } from './wallet-store.ts';
import type { Wallet } from './wallet.ts';

/** Adds a wallet with an address of its own and a ledger account for each asset. Throws `UNAVAILABLE` when no address is ready. */
export async function openWallet(
  tx: DbTx,
  {
    position,
    ...named
  }: {
    readonly personId: PersonId;
    readonly name: string;
    /** Place in the person's order; free. */
    readonly position: number;
    readonly isDefault: boolean;
  },
): Promise<Wallet> {
  const address = await takeFreeAddress(tx);
  if (address === undefined) throw problem('UNAVAILABLE');
  const wallet: Wallet = { id: newId<WalletId>(), ...named, address, hideWhenEmpty: false, trusted: true };
  await insertWallet(tx, { ...wallet, position });
  for (const asset of assetIds) {
    await openCustomerAccount(tx, { personId: wallet.personId, walletId: wallet.id, asset });
  }
  return wallet;
}
