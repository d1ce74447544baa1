import type { PersonId, WalletId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { ChartRange, WorthView } from '@tern/contracts/routes/home';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { findFirstEntryAt } from '@tern/ledger/find-first-entry-at';
import { equalMoments, readSpan } from '../../chain/prices/public.ts';
import { findWalletOpenedAt, getOwnWallet, valueWallet, type WalletValues } from '../../people/wallets/public.ts';
import { chartSteps, rangeHours } from './chart-range.ts';
import { readWorthAssets } from './read-worth-assets.ts';
import { computeWorth } from './worth.ts';

export type GetWorthDeps = { readonly db: Database; readonly readValues: () => Promise<WalletValues> };

export type GetWorthInput = {
  readonly personId: PersonId;
  readonly walletId: WalletId;
  readonly range: ChartRange;
};

/**
 * What a wallet was worth over a range, from its ledger entries and the prices remembered for their moments: its last point is
 * the total of the overview. Throws `NOT_FOUND` when the wallet is not the person's.
 */
export async function getWorth(deps: GetWorthDeps, { personId, walletId, range }: GetWorthInput): Promise<WorthView> {
  const values = await deps.readValues();
  return await transact(
    deps.db,
    async (tx) => {
      await getOwnWallet(tx, personId, walletId);
      const startedAt = await findFirstEntryAt(tx, walletId);
      const openedAt = await findWalletOpenedAt(tx, walletId);
      // From the wallet's own beginning: what came in first is then something that came in.
      const beganAt =
        startedAt === undefined || (openedAt !== undefined && openedAt < startedAt) ? openedAt : startedAt;
      const span = await readSpan(tx, { hours: rangeHours[range], beganAt });
      const ends = { from: span.from, until: span.until };
      if (startedAt === undefined) {
        return toWire({ ...ends, startedAt: null, points: [], change: null, marks: [], without: [] });
      }
      const moments = equalMoments(span, chartSteps);
      const valued = await valueWallet(tx, values, walletId);
      const { assets, without } = await readWorthAssets(tx, values, { walletId, moments, valued });
      const { points, change, marks } = computeWorth(assets, moments.length);
      return toWire({
        ...ends,
        startedAt,
        points: points.map((value) => value ?? null),
        change:
          change === undefined
            ? null
            : {
                since: moments[change.sincePoint] ?? span.from,
                amount: change.amount,
                inOut: change.inOut,
                rewards: change.rewards,
                prices: change.prices,
              },
        marks: [...marks],
        without: [...without],
      });
    },
    { isolation: 'repeatable read' },
  );
}
