import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { ResolutionsView } from '@tern/contracts/routes/console-resolutions';
import type { DbReader } from '@tern/db/database';
import { getBalances } from '@tern/ledger/balances';
import type { AssetId } from '@tern/money/asset';
import { zero, type Units } from '@tern/money/units';
import { sql } from 'kysely';
import { findPersonStops } from '../../money/transfers/public.ts';
import { listPersonWallets } from '../../people/wallets/public.ts';

/** How far back a changed contact or a new device is shown. */
const recentDays = 30;

/** What somebody gets hold of who gets a reset that is not theirs, and what may have been prepared for it. */
export async function findResetStakes(
  db: DbReader,
  personId: PersonId,
): Promise<Pick<ResolutionsView['resets'][number], 'balances' | 'recent' | 'stops'>> {
  const [wallets, recent, stops] = await Promise.all([
    listPersonWallets(db, personId),
    selectRecent(db, personId),
    findPersonStops(db, personId),
  ]);
  const total = new Map<AssetId, Units>();
  for (const { id } of wallets)
    for (const [assetId, { posted }] of await getBalances(db, { walletId: id }))
      total.set(assetId, ((total.get(assetId) ?? zero) + posted) as Units);
  return toWire({
    balances: [...total].filter(([, amount]) => amount > 0n).map(([assetId, amount]) => ({ assetId, amount })),
    recent: recent.map(({ kind, at }) => ({ kind, at })),
    stops: [...stops],
  });
}

type Recent = ResolutionsView['resets'][number]['recent'][number]['kind'];

async function selectRecent(
  db: DbReader,
  personId: PersonId,
): Promise<readonly { readonly kind: Recent; readonly at: Date }[]> {
  const { rows } = await sql<{ kind: Recent; at: Date }>`
    SELECT kind, max(at) AS at FROM security_events
     WHERE person_id = ${personId} AND kind IN ('contact-changed', 'signed-in-new-device')
       AND at > clock_timestamp() - make_interval(days => ${recentDays})
     GROUP BY kind ORDER BY kind`.execute(db);
  return rows;
}
