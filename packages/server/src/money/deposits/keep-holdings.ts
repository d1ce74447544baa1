import type { DbTx } from '@tern/db/database';
import type { TronAddress } from '@tern/tron/address';
import { sumTokenChanges, type Moved } from './token-changes.ts';
import { addToHoldings, emptyHoldings } from './token-watch-store.ts';

/**
 * Keeps what the events of listed tokens say our deposit addresses hold, so that the contracts can be asked whether it
 * is so.
 */
export async function keepHoldings(
  tx: DbTx,
  { houseAddresses }: { readonly houseAddresses: ReadonlySet<TronAddress> },
  movements: readonly Moved[],
): Promise<void> {
  const changes = sumTokenChanges(movements, houseAddresses);
  await emptyHoldings(
    tx,
    changes.filter(({ emptied }) => emptied),
  );
  await addToHoldings(tx, changes);
}
