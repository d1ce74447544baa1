/** A stretch in which nobody said a price, between two points that are known; open where it lasts until now. */
export type PriceGap = { readonly from: number; readonly until: number | undefined };

/** The stretches without a price, by the points around them. What is before the first known price is no gap: nothing began yet. */
export function findGaps(course: readonly (number | undefined)[]): readonly PriceGap[] {
  const known = course.flatMap((price, index) => (price === undefined ? [] : [index]));
  const between = known.flatMap((from, place) => {
    const until = known[place + 1];
    return until !== undefined && until > from + 1 ? [{ from, until }] : [];
  });
  const last = known.at(-1);
  return last === undefined || last === course.length - 1 ? between : [...between, { from: last, until: undefined }];
}
