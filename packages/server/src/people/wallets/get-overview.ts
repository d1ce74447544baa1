import type { PersonId, WalletId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { OverviewView } from '@tern/contracts/routes/wallets';
import type { Database } from '@tern/db/database';
import { zero } from '@tern/money/units';
import type { AssetClosing } from '../../chain/assets/public.ts';
import { renderPrice } from '../../chain/prices/public.ts';
import { sumHeldDeposits } from '../screening/public.ts';
import { getOwnWallet } from './get-own-wallet.ts';
import { valueWallet, type WalletValues } from './value-wallet.ts';
import { renderWallet } from './wallet.ts';

export type GetOverviewDeps = { readonly db: Database; readonly readValues: () => Promise<WalletValues> };

/**
 * Balances and value of one wallet. Reward tokens are worth what the swap pays for them, without a market nothing is said.
 * Throws `NOT_FOUND` when it is not the person's.
 */
export async function getOverview(
  deps: GetOverviewDeps,
  { personId, walletId }: { readonly personId: PersonId; readonly walletId: WalletId },
): Promise<OverviewView> {
  const values = await deps.readValues();
  const wallet = await getOwnWallet(deps.db.kysely, personId, walletId);
  const { assets, total } = await valueWallet(deps.db.kysely, values, walletId);
  const isHeld = assets.some(({ balance }) => balance.held > zero);
  const checked = isHeld ? await sumHeldDeposits(deps.db.kysely, walletId) : undefined;
  return toWire({
    wallet: renderWallet(wallet),
    balances: assets.map(({ assetId, balance, price, value }) => ({
      assetId,
      posted: balance.posted,
      held: balance.held,
      heldForCheck: checked?.get(assetId) ?? zero,
      available: balance.available,
      price: renderPrice(price),
      value: value ?? null,
      ...describeClosing(values.closings.get(assetId)),
    })),
    total: {
      value: total,
      complete: assets.every(({ value, balance }) => value !== undefined || balance.posted === zero),
    },
  });
}

function describeClosing(closing: AssetClosing | undefined): { readonly closing?: AssetClosing } {
  return closing === undefined ? {} : { closing: { from: closing.from, closed: closing.closed } };
}
