import { toWire } from '@tern/base/to-wire';
import type { ChartRange, PriceHistoryView } from '@tern/contracts/routes/home';
import type { DbReader } from '@tern/db/database';
import { readPriceSeries } from '../../chain/prices/public.ts';
import { chartSteps, rangeHours } from './chart-range.ts';

/** What assets cost over a range, for charts. Nothing stands where no source said anything. */
export async function getPriceHistory(db: DbReader, range: ChartRange): Promise<PriceHistoryView> {
  const { from, until, series } = await readPriceSeries(db, { hours: rangeHours[range], steps: chartSteps });
  return toWire({
    from,
    until,
    series: series.map(({ assetId, points }) => ({ assetId, points: [...points] })),
  });
}
