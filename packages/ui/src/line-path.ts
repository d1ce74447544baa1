/** Where a line is drawn: a box of the chart's own units, y downwards. */
export type LineBox = {
  readonly width: number;
  readonly height: number;
  /** Kept free above and below. */ readonly margin: number;
};

export type DrawnLine = {
  /** SVG path data; a gap in the values is a gap in the line. */
  readonly path: string;
  /** What leads over the gaps, to be drawn dashed: nobody knows what was there. */
  readonly gaps: string;
  /** Place of each value, in the box's units; undefined in a gap. */
  readonly places: readonly ({ readonly x: number; readonly y: number } | undefined)[];
};

/**
 * A line through values at equal steps, from the lowest at the bottom to the highest at the top; values that are all equal
 * lie in the middle. A value between two gaps has no line of its own: the dashes over the gaps meet there. For drawing only.
 */
export function drawLine(
  values: readonly (number | undefined)[],
  { width, height, margin }: LineBox,
  /** Numbers of an axis that have to lie in the box too. */
  axis: readonly number[] = [],
): DrawnLine {
  const known = [...values.filter((value) => value !== undefined), ...axis];
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  const last = Math.max(1, values.length - 1);
  const places = values.map((value, index) => {
    if (value === undefined) return undefined;
    const share = highest === lowest ? 0.5 : (value - lowest) / (highest - lowest);
    return { x: (index / last) * width, y: margin + (1 - share) * (height - 2 * margin) };
  });
  let [path, gaps, before] = ['', '', -1];
  for (const [index, place] of places.entries()) {
    if (place === undefined) continue;
    const text = textOf(place);
    const from = places[before];
    if (before === index - 1 && from !== undefined) path += `L${text}`;
    else {
      if (from !== undefined) gaps += `M${textOf(from)}L${text}`;
      if (places[index + 1] !== undefined) path += `M${text}`;
    }
    before = index;
  }
  return { path, gaps, places };
}

function textOf({ x, y }: { readonly x: number; readonly y: number }): string {
  return `${x.toFixed(2)} ${y.toFixed(2)}`;
}
