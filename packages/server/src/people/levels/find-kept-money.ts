import type { PersonId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import { listWalletAccounts } from '@tern/ledger/balances';
import { findBalancesAt } from '@tern/ledger/find-balances-at';
import type { AssetId } from '@tern/money/asset';
import { add, zero, type Units } from '@tern/money/units';
import { listPersonWallets } from '../wallets/public.ts';
import { keepHeld, orderMovements, sendableOf, type Amounts } from './kept-money.ts';
import { selectMovements } from './level-store.ts';

/** What a person held at a moment, the whole millisecond included, and can still send: no limit that came then counts for it. */
export async function findKeptMoney(
  db: DbReader,
  { personId, since }: { readonly personId: PersonId; readonly since: Date },
): Promise<Amounts> {
  const moments = [new Date(since.getTime() + 1)];
  const wallets = await listPersonWallets(db, personId);
  const holdings = await listWalletAccounts(
    db,
    wallets.map(({ id }) => id),
  );
  const opening = new Map<AssetId, Units>();
  const accounts: { readonly accountId: string; readonly after: string }[] = [];
  for (const walletId of new Set(holdings.map((holding) => holding.walletId))) {
    for (const { accountId, asset, points } of await findBalancesAt(db, { walletId, moments })) {
      const [then] = points;
      if (then === undefined) continue;
      opening.set(asset, add(opening.get(asset) ?? zero, then.balance));
      accounts.push({ accountId, after: then.transferId ?? '0' });
    }
  }
  const { booked, open } = await selectMovements(db, { accounts });
  const kept = keepHeld(opening, orderMovements(booked, open));
  const all = Map.groupBy(holdings, ({ asset }) => asset);
  return new Map(
    [...kept].map(([asset, amount]) => {
      const own = all.get(asset) ?? [];
      const total = (of: 'posted' | 'held') => own.reduce((sum, each) => add(sum, each[of]), zero);
      return [asset, sendableOf(amount, { posted: total('posted'), held: total('held') })];
    }),
  );
}
