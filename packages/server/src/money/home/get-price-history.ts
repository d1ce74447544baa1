import type { ChartRange, PriceHistoryView } from '@tern/contracts/routes/home';
import type { DbReader } from '@tern/db/database';
import { readPriceSeries } from '../../chain/prices/public.ts';
import { rangeHours } from './range-hours.ts';

/** A quarter of an hour of a day; as many for longer ranges, so that every chart weighs the same. */
const steps = 96;

/** What assets cost over a range, for charts. Nothing stands where no source said anything. */
export async function getPriceHistory(db: DbReader, range: ChartRange): Promise<PriceHistoryView> {
  const { from, until, series } = await readPriceSeries(db, { hours: rangeHours[range], steps });
  return {
    from: from.toISOString(),
    until: until.toISOString(),
    series: series.map(({ assetId, points }) => ({ assetId, points: [...points] })),
  };
}
