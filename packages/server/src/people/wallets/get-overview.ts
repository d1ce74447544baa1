import type { PersonId, WalletId } from '@tern/base/ids';
import type { BalanceView, OverviewView } from '@tern/contracts/routes/wallets';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { unitsToWire, zero } from '@tern/money/units';
import { listAssetClosings, type AssetClosing } from '../../chain/assets/public.ts';
import { renderPrice } from '../../chain/prices/public.ts';
import { getOwnWallet } from './get-own-wallet.ts';
import { valueWallet, type ValueWalletDeps } from './value-wallet.ts';
import { renderWallet } from './wallet.ts';

export type GetOverviewDeps = ValueWalletDeps & { readonly db: Database };

/**
 * Balances and value of one wallet. Reward tokens are worth what the swap pays for them, without a market nothing is said.
 * Throws `NOT_FOUND` when it is not the person's.
 */
export async function getOverview(
  deps: GetOverviewDeps,
  { personId, walletId }: { readonly personId: PersonId; readonly walletId: WalletId },
): Promise<OverviewView> {
  // One moment for everything: the line of the wallet's worth ends at this total.
  const { wallet, valued, closings } = await transact(
    deps.db,
    async (tx) => ({
      wallet: await getOwnWallet(tx, personId, walletId),
      valued: await valueWallet(tx, deps, walletId),
      closings: await listAssetClosings(tx),
    }),
    { isolation: 'repeatable read' },
  );
  const { assets, total } = valued;
  return {
    wallet: renderWallet(wallet),
    balances: assets.map(({ assetId, balance, price, value }): BalanceView => ({
      assetId,
      posted: unitsToWire(balance.posted),
      held: unitsToWire(balance.held),
      available: unitsToWire(balance.available),
      price: renderPrice(price),
      value: value === undefined ? null : unitsToWire(value),
      ...renderClosing(closings.get(assetId)),
    })),
    total: {
      value: unitsToWire(total),
      complete: assets.every(({ value, balance }) => value !== undefined || balance.posted === zero),
    },
  };
}

function renderClosing(closing: AssetClosing | undefined): Pick<BalanceView, 'closing'> {
  return closing === undefined ? {} : { closing: { from: closing.from.toISOString(), closed: closing.closed } };
}
