/** The box in which a cover is drawn. */
export const coverBox = { width: 350, height: 118 };

/** What a cover shows: hills, the way that led to the bird, where the bird is, and the way ahead. */
export type Cover = {
  readonly hills: string;
  readonly past: string;
  readonly ahead: string;
  readonly bird: { readonly x: number; readonly y: number };
};

/** The landscape of a service, drawn from its name: the same each time, and another one for another service. */
export function drawCover(platform: string): Cover {
  const choose = chooser(platform.trim().toLowerCase());
  const hills = [choose(30, 90), choose(140, 200), choose(250, 320)].map((middle) => {
    const [half, peak] = [choose(60, 110), choose(20, 66)];
    // The curve rises half as high as the point that pulls it.
    return `M${middle - half} ${coverBox.height}Q${middle} ${coverBox.height - 2 * peak} ${middle + half} ${coverBox.height}z`;
  });
  const bird = { x: choose(130, 250), y: choose(2, 34) };
  const [start, dip, rise] = [choose(30, 90), choose(20, 100), choose(10, 70)];
  const [from, to] = [bird.x + 50, coverBox.width + 8];
  const end = choose(0, bird.y + 4);
  return {
    hills: hills.join(''),
    past: `M-4 ${start}C${Math.round(bird.x * 0.35)} ${dip} ${Math.round(bird.x * 0.65)} ${rise} ${bird.x + 2} ${bird.y + 24}`,
    ahead: `M${from} ${bird.y + 20}C${Math.round((2 * from + to) / 3)} ${bird.y + 18} ${Math.round((from + 2 * to) / 3)} ${end + 8} ${to} ${end}`,
    bird,
  };
}

/** Whole numbers within bounds that follow from a text alone (FNV-1a, stepped on for each number). */
function chooser(text: string): (least: number, most: number) => number {
  let state = 0x811c9dc5;
  const step = (value: number) => {
    state = Math.imul(state ^ value, 0x01000193) >>> 0;
  };
  for (const letter of text) step(letter.codePointAt(0) ?? 0);
  return (least, most) => {
    step(least + most);
    // The upper bits are mixed best.
    return least + (((state ^ (state >>> 15)) >>> 0) % (most - least + 1));
  };
}
