/** A round number on an axis. */
export type AxisTick = {
  readonly value: number;
  /** The same as whole units of a power of ten: `units` × 10^`exponent`. */
  readonly units: number;
  readonly exponent: number;
};

/** Steps people count in. */
const roundSteps = [1, 2, 5, 10];
const wantedSteps = 3;
/** What a division of floats may be off by: a value on a tick needs no other tick around it. */
const hair = 1e-9;

/**
 * Round numbers from just below the lowest value to just above the highest, about four of them. Values that are all equal have a
 * tick at either side. For drawing only.
 */
export function axisTicks(lowest: number, highest: number): readonly AxisTick[] {
  const span = highest - lowest || Math.abs(highest) / 10 || 1;
  const rough = span / wantedSteps;
  const power = Math.floor(Math.log10(rough));
  const size = 10 ** power;
  const step = roundSteps.find((each) => each * size >= rough) ?? 10;
  const first = Math.floor(lowest / (step * size) + hair);
  const last = Math.max(first + 1, Math.ceil(highest / (step * size) - hair));
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const units = (first + index) * step;
    return { value: units * size, units, exponent: power };
  });
}
