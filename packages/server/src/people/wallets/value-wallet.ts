import type { WalletId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import { getBalances, type Balance } from '@tern/ledger/balances';
import { assetIds, type AssetId } from '@tern/money/asset';
import { multiplyFloor } from '@tern/money/ratio';
import { sum, zero, type Units } from '@tern/money/units';
import type { Price } from '../../chain/prices/public.ts';

export type FindPrice = (db: DbReader, assetId: AssetId) => Promise<Price | undefined>;

export type ValueWalletDeps = {
  readonly findPrice: FindPrice;
  /** What a swap of so many reward tokens would pay, in USDT base units; undefined where there is no market for them. */
  readonly findRewardValue: (tx: DbTx, amount: Units) => Promise<Units | undefined>;
};

export type ValuedAsset = {
  readonly assetId: AssetId;
  readonly balance: Balance;
  readonly price: Price | undefined;
  /** USDT base units, rounded down; undefined where nobody can say. */
  readonly value: Units | undefined;
};

export type ValuedWallet = {
  readonly assets: readonly ValuedAsset[];
  /** The sum of the known values. */
  readonly total: Units;
};

const nothing: Balance = { posted: zero, held: zero, available: zero };

/**
 * What a wallet holds and is worth in this database transaction. Reward tokens are worth what the swap pays for them; without a
 * market nothing is said.
 */
export async function valueWallet(
  tx: DbTx,
  { findPrice, findRewardValue }: ValueWalletDeps,
  walletId: WalletId,
): Promise<ValuedWallet> {
  const balances = await getBalances(tx, { walletId });
  const assets: ValuedAsset[] = [];
  for (const assetId of assetIds) {
    const balance = balances.get(assetId) ?? nothing;
    const price = await findPrice(tx, assetId);
    const value =
      assetId === 'reward'
        ? await findRewardValue(tx, balance.posted)
        : price && multiplyFloor(balance.posted, price.ratio);
    assets.push({ assetId, balance, price, value });
  }
  return { assets, total: sum(assets.map(({ value }): Units => value ?? zero)) };
}
