import type { WalletId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import { getBalances, type Balance } from '@tern/ledger/balances';
import { assetIds, type AssetId } from '@tern/money/asset';
import { multiplyFloor } from '@tern/money/ratio';
import { sum, zero, type Units } from '@tern/money/units';
import type { AssetClosing } from '../../chain/assets/public.ts';
import type { Price } from '../../chain/prices/public.ts';

export type FindPrice = (db: DbReader, assetId: AssetId) => Promise<Price | undefined>;

/** What coins are worth and which are closed, at one moment: the same for everybody. */
export type WalletValues = {
  /** Of those of which anybody has said anything. */
  readonly prices: ReadonlyMap<AssetId, Price>;
  /** What a swap of so many reward tokens would pay, in USDT base units; undefined where there is no market for them. */
  readonly findRewardValue: (amount: Units) => Units | undefined;
  readonly closings: ReadonlyMap<AssetId, AssetClosing>;
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
 * What a wallet holds and is worth. Reward tokens are worth what the swap pays for them; without a market nothing is said.
 */
export async function valueWallet(
  db: DbReader,
  { prices, findRewardValue }: WalletValues,
  walletId: WalletId,
): Promise<ValuedWallet> {
  const balances = await getBalances(db, { walletId });
  const assets = assetIds.map((assetId): ValuedAsset => {
    const balance = balances.get(assetId) ?? nothing;
    const price = prices.get(assetId);
    const value =
      assetId === 'reward' ? findRewardValue(balance.posted) : price && multiplyFloor(balance.posted, price.ratio);
    return { assetId, balance, price, value };
  });
  return { assets, total: sum(assets.map(({ value }): Units => value ?? zero)) };
}
