import type { DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import type { Price } from '../../chain/prices/public.ts';
import type { FindPrice } from '../../people/wallets/public.ts';

/** Asks for the price of each asset once: all of a batch is judged by the same prices. */
export function rememberPrices(tx: DbTx, findPrice: FindPrice): (assetId: AssetId) => Promise<Price | undefined> {
  const known = new Map<AssetId, Price | undefined>();
  return async (assetId) => {
    if (!known.has(assetId)) known.set(assetId, await findPrice(tx, assetId));
    return known.get(assetId);
  };
}
