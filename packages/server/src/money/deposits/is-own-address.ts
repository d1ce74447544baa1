import type { DbReader } from '@tern/db/database';
import type { TronAddress } from '@tern/tron/address';
import { listPooledAmong } from '../../people/wallets/public.ts';
import { isHotAddress } from '../transfers/public.ts';

/** Whether an address is ours. What we pay to it is nobody's arrival: it would be lost to its owner. */
export async function isOwnAddress(db: DbReader, address: TronAddress): Promise<boolean> {
  return (await isHotAddress(db, address)) || (await listPooledAmong(db, [address])).length > 0;
}
