import type { PersonId, WalletId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { DbReader } from '@tern/db/database';
import { selectWallet } from './wallet-store.ts';
import type { Wallet } from './wallet.ts';

/** Throws `NOT_FOUND` when there is no such wallet or it is another person's. */
export async function getOwnWallet(db: DbReader, personId: PersonId, walletId: WalletId): Promise<Wallet> {
  const wallet = await selectWallet(db, personId, walletId);
  if (wallet === undefined) throw problem('NOT_FOUND');
  return wallet;
}
