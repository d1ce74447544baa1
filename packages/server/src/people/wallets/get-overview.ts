import type { PersonId, WalletId } from '@tern/base/ids';
import type { BalanceView, OverviewView } from '@tern/contracts/routes/wallets';
import type { Database, DbReader } from '@tern/db/database';
import { getBalances } from '@tern/ledger/balances';
import { assetIds, type AssetId } from '@tern/money/asset';
import { multiplyFloor, type Ratio } from '@tern/money/ratio';
import { sum, unitsToWire, zero, type Units } from '@tern/money/units';
import { listAssetClosings, type AssetClosing } from '../../chain/assets/public.ts';
import { getOwnWallet } from './get-own-wallet.ts';
import { renderWallet } from './wallet.ts';

/** What one whole token costs in the currency unit. */
export type AssetPrice = {
  /** USDT base units for one base unit of the asset. */
  readonly ratio: Ratio;
  /** For display: USDT for one whole token. */
  readonly decimalText: string;
  readonly source: 'operator' | 'chain' | 'ticker';
  readonly at: Date;
  readonly stale: boolean;
};

export type FindPrice = (db: DbReader, assetId: AssetId) => Promise<AssetPrice | undefined>;

export type GetOverviewDeps = {
  readonly db: Database;
  readonly findPrice: FindPrice;
  /** What a swap of so many reward tokens would pay, in USDT base units; undefined where there is no market for them. */
  readonly findRewardValue: (amount: Units) => Promise<Units | undefined>;
};

/**
 * Balances and value of one wallet. Reward tokens are worth what the swap pays for them, without a market nothing is said.
 * Throws `NOT_FOUND` when it is not the person's.
 */
export async function getOverview(
  { db, findPrice, findRewardValue }: GetOverviewDeps,
  { personId, walletId }: { readonly personId: PersonId; readonly walletId: WalletId },
): Promise<OverviewView> {
  const wallet = await getOwnWallet(db.kysely, personId, walletId);
  const [balances, closings] = await Promise.all([getBalances(db.kysely, { walletId }), listAssetClosings(db.kysely)]);
  const valued = await Promise.all(
    assetIds.map(async (assetId) => {
      const balance = balances.get(assetId) ?? { posted: zero, held: zero, available: zero };
      const price = await findPrice(db.kysely, assetId);
      const value =
        assetId === 'reward'
          ? await findRewardValue(balance.posted)
          : price === undefined
            ? undefined
            : multiplyFloor(balance.posted, price.ratio);
      return { assetId, balance, price, value };
    }),
  );
  return {
    wallet: renderWallet(wallet),
    balances: valued.map(({ assetId, balance, price, value }): BalanceView => ({
      assetId,
      posted: unitsToWire(balance.posted),
      held: unitsToWire(balance.held),
      available: unitsToWire(balance.available),
      price:
        price === undefined
          ? null
          : { price: price.decimalText, source: price.source, at: price.at.toISOString(), stale: price.stale },
      value: value === undefined ? null : unitsToWire(value),
      ...renderClosing(closings.get(assetId)),
    })),
    total: {
      value: unitsToWire(sum(valued.map(({ value }): Units => value ?? zero))),
      complete: valued.every(({ value, balance }) => value !== undefined || balance.posted === zero),
    },
  };
}

function renderClosing(closing: AssetClosing | undefined): Pick<BalanceView, 'closing'> {
  return closing === undefined ? {} : { closing: { from: closing.from.toISOString(), closed: closing.closed } };
}
