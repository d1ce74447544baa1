import type { ChartRange } from '@tern/contracts/routes/home';

/** How far back a chart reaches; undefined for all there is. */
export const rangeHours: Readonly<Record<ChartRange, number | undefined>> = {
  day: 24,
  week: 168,
  month: 720,
  year: 8760,
  all: undefined,
};

/** A quarter of an hour of a day; as many for longer ranges, so that every chart weighs the same. */
export const chartSteps = 96;
