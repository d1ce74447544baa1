import type { PersonId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import { getBalances } from '@tern/ledger/balances';
import { zero } from '@tern/money/units';
import { listPersonWallets } from '../../people/wallets/public.ts';

/** Whether nothing of any asset is left in any wallet, what is held for transfers under way included. */
export async function isAccountEmpty(db: DbReader, personId: PersonId): Promise<boolean> {
  for (const { id } of await listPersonWallets(db, personId)) {
    const balances = await getBalances(db, { walletId: id });
    if ([...balances.values()].some(({ posted }) => posted !== zero)) return false;
  }
  return true;
}
