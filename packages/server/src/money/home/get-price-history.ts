import type { PriceHistoryView, PriceRange } from '@tern/contracts/routes/home';
import type { DbReader } from '@tern/db/database';
import { readPriceSeries } from '../../chain/prices/public.ts';

const hours: Record<PriceRange, number> = { day: 24, week: 168, month: 720, year: 8760 };

/** A quarter of an hour of a day; as many for longer ranges, so that every chart weighs the same. */
const steps = 96;

/** What assets cost over a range, for charts. Nothing stands where no source said anything. */
export async function getPriceHistory(db: DbReader, range: PriceRange): Promise<PriceHistoryView> {
  const { from, until, series } = await readPriceSeries(db, { hours: hours[range], steps });
  return {
    from: from.toISOString(),
    until: until.toISOString(),
    series: series.map(({ assetId, points }) => ({ assetId, points: [...points] })),
  };
}
