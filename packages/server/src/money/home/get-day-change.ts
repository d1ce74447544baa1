import type { PersonId, WalletId } from '@tern/base/ids';
import type { DayChangeView } from '@tern/contracts/routes/home';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { getBalances } from '@tern/ledger/balances';
import { listMovesSince } from '@tern/ledger/list-moves-since';
import { assetIds } from '@tern/money/asset';
import { readPriceHistory } from '../../chain/prices/public.ts';
import { getOwnWallet } from '../../people/wallets/public.ts';
import { computeDayChange } from './day-change.ts';

const hours = 24;

/**
 * What prices did to the value of a wallet in the last 24 hours, from its ledger entries and the prices of their moments.
 * Throws `NOT_FOUND` when it is not the person's.
 */
export async function getDayChange(
  { db }: { readonly db: Database },
  { personId, walletId }: { readonly personId: PersonId; readonly walletId: WalletId },
): Promise<DayChangeView> {
  await getOwnWallet(db.kysely, personId, walletId);
  // One moment for balance and entries: an entry between two readings would look like a gain.
  const { balances, moves, prices } = await transact(
    db,
    async (tx) => ({
      balances: await getBalances(tx, { walletId }),
      moves: await listMovesSince(tx, { walletId, hours }),
      prices: await readPriceHistory(tx, { hours }),
    }),
    { isolation: 'repeatable read' },
  );
  const courses = assetIds.map((assetId) => ({
    assetId,
    balance: balances.get(assetId)?.posted ?? 0n,
    moves: moves
      .filter((move) => move.asset === assetId)
      .map(({ amount, at }) => ({ amount, price: prices.priceAt(assetId, at) })),
    priceBefore: prices.priceAt(assetId, prices.since),
    priceNow: prices.priceAt(assetId, prices.until),
  }));
  return { since: prices.since.toISOString(), ...computeDayChange(courses) };
}
