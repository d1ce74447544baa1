/** A stretch of the screen between two heights, in CSS pixels from its top. */
export type Stretch = { readonly top: number; readonly bottom: number };

/**
 * The lower edge of the lowest place for something this high within `room` that meets nothing of what is taken, `gap` apart
 * from it. Undefined where there is none.
 */
export function findRoom(height: number, room: Stretch, taken: readonly Stretch[], gap: number): number | undefined {
  let { bottom } = room;
  for (const each of taken.toSorted((one, other) => other.bottom - one.bottom)) {
    const isMet = each.top - gap < bottom && each.bottom + gap > bottom - height;
    if (isMet) bottom = each.top - gap;
  }
  return bottom - height < room.top ? undefined : bottom;
}
