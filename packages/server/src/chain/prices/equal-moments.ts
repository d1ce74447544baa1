/** Moments at equal steps from the first to the last, to the millisecond: one more than there are steps. */
export function equalMoments(
  { from, until }: { readonly from: Date; readonly until: Date },
  steps: number,
): readonly Date[] {
  const [start, end] = [from.getTime(), until.getTime()];
  return Array.from({ length: steps + 1 }, (_, step) => new Date(start + Math.floor(((end - start) * step) / steps)));
}
