import type { DbReader } from '@tern/db/database';
import { findWalletByAddress } from '../../people/wallets/public.ts';
import type { Withdrawal } from './withdrawal.ts';

/** Whether a transfer to somebody here can only be returned, because they have closed their account since. */
export async function isReceiverClosed(
  db: DbReader,
  { receiverWalletId, toAddress }: Pick<Withdrawal, 'receiverWalletId' | 'toAddress'>,
): Promise<boolean> {
  return receiverWalletId !== null && (await findWalletByAddress(db, toAddress)) === undefined;
}
