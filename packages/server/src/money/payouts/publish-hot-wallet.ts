import { SignerRefusal, SignerUnavailable } from '@tern/tron/signer-fault';
import { insertHotAddress } from '../transfers/public.ts';
import type { PayoutDeps } from './payout-deps.ts';

/**
 * Writes down which address the signer pays from: the processes that must not reach the signer read it there. Chain sends
 * open once it is known. Returns 0, so that its loop comes back after its idle time.
 */
export async function publishHotWallet({ db, signer }: Pick<PayoutDeps, 'db' | 'signer'>): Promise<number> {
  try {
    await insertHotAddress(db.kysely, await signer.getHotAddress());
  } catch (error) {
    if (!(error instanceof SignerUnavailable || error instanceof SignerRefusal)) throw error;
  }
  return 0;
}
