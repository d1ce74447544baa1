import { assert } from '@tern/base/assert';
import type { PersonId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import { selectWallets } from './wallet-store.ts';
import type { Wallet } from './wallet.ts';

/** The wallet a person's screens open with. Everybody has one from registration on. */
export async function getDefaultWallet(db: DbReader, personId: PersonId): Promise<Wallet> {
  const wallets = await selectWallets(db, personId);
  const wallet = wallets.find(({ isDefault }) => isDefault);
  assert(wallet !== undefined, `person ${personId} has no default wallet`);
  return wallet;
}
