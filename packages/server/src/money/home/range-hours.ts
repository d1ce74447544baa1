import type { ChartRange } from '@tern/contracts/routes/home';

/** How far back a chart reaches; undefined for all there is. */
export const rangeHours: Readonly<Record<ChartRange, number | undefined>> = {
  day: 24,
  week: 168,
  month: 720,
  year: 8760,
  all: undefined,
};
