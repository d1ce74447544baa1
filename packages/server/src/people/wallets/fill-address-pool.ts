import type { Database } from '@tern/db/database';
import { insertPooledAddresses, measurePool } from './wallet-store.ts';
import type { PooledAddress } from './wallet.ts';

export type FillAddressPoolDeps = {
  readonly db: Database;
  /** Addresses to keep ready, so that registering never waits for the signer. */
  readonly keepFree: number;
  /** The signer's deposit addresses `from` … `from + count − 1`; the same ones whenever asked. */
  readonly listAddresses: (input: {
    readonly from: number;
    readonly count: number;
  }) => Promise<readonly PooledAddress[]>;
};

/** Worker step: tops the pool up. Returns how many addresses it added. */
export async function fillAddressPool(
  deps: FillAddressPoolDeps,
  { limit }: { readonly limit: number },
): Promise<number> {
  const { free, nextIndex } = await measurePool(deps.db.kysely);
  const count = Math.min(limit, deps.keepFree - free);
  if (count <= 0) return 0;
  return await insertPooledAddresses(deps.db.kysely, await deps.listAddresses({ from: nextIndex, count }));
}
