import { readEveryPage } from '@tern/base/read-every-page';
import type { DbReader } from '@tern/db/database';
import { assetIds, type AssetId } from '@tern/money/asset';
import { listOpenGaps, listSamples, type Gap, type Sample } from '../../chain/reserves/public.ts';
import { listOpenSurpluses, type OpenSurplus, type SuspenseItem } from '../../money/deposits/public.ts';
import {
  listOpenOrders,
  readHotState,
  readHouseMoney,
  type HotSettings,
  type HotState,
  type HouseMoney,
  type OpenOrder,
} from '../treasury/public.ts';
import { listColdArrivals } from './book-cold-return.ts';

/** Everything an operator looks at before a decision about the house's money. */
export type Reserves = {
  readonly assets: readonly {
    readonly assetId: AssetId;
    readonly money: HouseMoney;
    readonly hot: HotState;
    /** The newest comparisons with the chain; none until there was one. */
    readonly samples: readonly (Sample & { readonly at: Date })[];
  }[];
  readonly gaps: readonly (Gap & { readonly since: Date })[];
  /** What deposit addresses have more, kept in suspense. */
  readonly surpluses: readonly OpenSurplus[];
  /** What came back from cold storage and waits in suspense. */
  readonly coldArrivals: readonly SuspenseItem[];
  readonly orders: readonly OpenOrder[];
};

/** What of each asset is owed and lies where. */
export async function showPlaces(db: DbReader, settings: HotSettings): Promise<Reserves['assets']> {
  const samples = await listSamples(db);
  const assets: Reserves['assets'][number][] = [];
  for (const assetId of assetIds) {
    assets.push({
      assetId,
      money: await readHouseMoney(db, assetId),
      hot: await readHotState(db, assetId, settings),
      samples: samples.filter((sample) => sample.assetId === assetId),
    });
  }
  return assets;
}

/** The whole. */
export async function showReserves(db: DbReader, settings: HotSettings): Promise<Reserves> {
  return {
    assets: await showPlaces(db, settings),
    gaps: await listOpenGaps(db),
    surpluses: await readEveryPage((page) => listOpenSurpluses(db, page)),
    coldArrivals: await listColdArrivals(db),
    orders: await readEveryPage((page) => listOpenOrders(db, page)),
  };
}
