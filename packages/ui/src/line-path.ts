/** Where a line is drawn: a box of the chart's own units, y downwards. */
export type LineBox = {
  readonly width: number;
  readonly height: number;
  /** Kept free above and below. */ readonly margin: number;
};

export type DrawnLine = {
  /** SVG path data; a gap in the values is a gap in the line. */
  readonly path: string;
  /** Place of each value, in the box's units; undefined in a gap. */
  readonly places: readonly ({ readonly x: number; readonly y: number } | undefined)[];
};

/**
 * A line through values at equal steps, from the lowest at the bottom to the highest at the top; values that are all equal
 * lie in the middle. Nothing joins what a gap separates: a value between two gaps is a dot. For drawing only.
 */
export function drawLine(values: readonly (number | undefined)[], { width, height, margin }: LineBox): DrawnLine {
  const known = values.filter((value) => value !== undefined);
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  const last = Math.max(1, values.length - 1);
  const places = values.map((value, index) => {
    if (value === undefined) return undefined;
    const share = highest === lowest ? 0.5 : (value - lowest) / (highest - lowest);
    return { x: (index / last) * width, y: margin + (1 - share) * (height - 2 * margin) };
  });
  const steps = places.flatMap((place, index) => {
    if (place === undefined) return [];
    const text = `${place.x.toFixed(2)} ${place.y.toFixed(2)}`;
    if (places[index - 1] !== undefined) return [`L${text}`];
    // A line of no length with round ends is the dot.
    return [places[index + 1] === undefined ? `M${text}h0` : `M${text}`];
  });
  return { path: steps.join(''), places };
}
