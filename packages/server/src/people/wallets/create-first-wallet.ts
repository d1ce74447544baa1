import type { PersonId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { openWallet } from './open-wallet.ts';
import type { Wallet } from './wallet.ts';

/**
 * Gives a new person their first wallet: an address of their own and a ledger account for each asset, in the
 * transaction that registers them. Throws `UNAVAILABLE` when no address is ready.
 */
export async function createFirstWallet(tx: DbTx, personId: PersonId): Promise<Wallet> {
  return openWallet(tx, { personId, name: 'Wallet 1', position: 1, isDefault: true });
}
