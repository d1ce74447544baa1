import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { assetIds } from '@tern/money/asset';
import { writeMessages } from '../messages/public.ts';
import { updateReached, type ReachedAlert } from './price-alert-store.ts';
import { readUnitPrices, type UnitPriceDeps } from './unit-prices.ts';

export type FirePriceAlertsDeps = UnitPriceDeps & { readonly db: Database };

/**
 * Tells everybody whose price is reached by what is remembered now, each setting of an alert once: it is marked and its message
 * written in one transaction, `limit` at a time. Any number of workers may run it. Returns how many were told.
 */
export async function firePriceAlerts(
  deps: FirePriceAlertsDeps,
  { limit }: { readonly limit: number },
): Promise<number> {
  let told = 0;
  for (const assetId of assetIds) {
    let reached: number;
    do {
      reached = await transact(deps.db, async (tx) => {
        // Read in the transaction: what is set after its begin is not judged by these prices.
        const prices = await readUnitPrices(tx, deps, assetId);
        const alerts = await updateReached(tx, { assetId, prices, limit });
        await writeMessages(tx, alerts.map(newsOf));
        return alerts.length;
      });
      told += reached;
    } while (reached === limit);
  }
  return told;
}

function newsOf({ direction, ...reached }: ReachedAlert) {
  return { about: 'price', event: `price-${direction}`, ...reached } as const;
}
