type Point = readonly [x: number, y: number];
type Colour = readonly [red: number, green: number, blue: number];
/** A filled outline with a border of its own colour, both in pixels of the picture. */
type Shape = { readonly outline: readonly Point[]; readonly borderPx: number; readonly colour: Colour };

const curveSteps = 24;
const number = String.raw`-?\d*\.?\d+`;

/**
 * Draws the app's mark from its SVG: one background rectangle and one group, moved and scaled, of paths made of M, C and
 * Z, and a circle. Throws on anything else, so that a changed drawing is never half drawn. `side` is in pixels;
 * `rounded` cuts the corners as home screens do that take icons as they are.
 */
export function drawIcon(svg: string, { side, rounded }: { side: number; rounded: boolean }): Uint8Array {
  const { background, shapes } = readDrawing(svg, side);
  const pixels = new Uint8Array(side * side * 4);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const at: Point = [x + 0.5, y + 0.5];
      let colour = background;
      for (const shape of shapes) colour = mix(colour, shape.colour, coverage(shape, at));
      const alpha = rounded ? cornerCoverage(at, side) : 1;
      pixels.set([...colour.map(Math.round), Math.round(alpha * 255)], (y * side + x) * 4);
    }
  }
  return pixels;
}

function readDrawing(svg: string, side: number): { background: Colour; shapes: readonly Shape[] } {
  const tags = [...svg.matchAll(/<([a-z]+)([^>]*)>/g)].map(([, name = '', rest = '']) => ({
    name,
    ...readAttributes(rest),
  }));
  const unknown = tags.find(({ name }) => !['svg', 'rect', 'g', 'path', 'circle'].includes(name));
  if (unknown !== undefined) throw new Error(`the mark holds <${unknown.name}>, which is not drawn`);
  const find = (name: string) => {
    const [found, second] = tags.filter((tag) => tag.name === name);
    if (found === undefined || second !== undefined) throw new Error(`the mark needs exactly one <${name}>`);
    return found.attributes;
  };
  const scaleToSide = side / Number((find('svg').viewBox ?? '').split(' ')[2]);
  const group = find('g');
  const move = new RegExp(`^translate\\((${number}) (${number})\\) scale\\((${number})\\)$`).exec(
    group.transform ?? '',
  );
  if (move === null) throw new Error('the mark is moved and scaled in another way');
  const [left = 0, top = 0, scale = 1] = move.slice(1).map(Number);
  const place = ([x, y]: Point): Point => [(left + x * scale) * scaleToSide, (top + y * scale) * scaleToSide];
  const circle = find('circle');
  return {
    background: readColour(find('rect').fill),
    shapes: [
      ...tags
        .filter(({ name }) => name === 'path')
        .map(({ attributes }) => ({
          outline: flatten(attributes.d ?? '').map(place),
          borderPx: (Number(group['stroke-width']) / 2) * scale * scaleToSide,
          colour: readColour(group.fill),
        })),
      {
        // A point with a border as wide as its radius.
        outline: [place([Number(circle.cx), Number(circle.cy)])],
        borderPx: Number(circle.r) * scale * scaleToSide,
        colour: readColour(circle.fill),
      },
    ],
  };
}

function readAttributes(text: string): { attributes: Readonly<Record<string, string>> } {
  return {
    attributes: Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value])),
  };
}

function readColour(text = ''): Colour {
  const [, red = '', green = '', blue = ''] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/.exec(text) ?? [];
  if (blue === '') throw new Error(`"${text}" is no colour of the mark`);
  return [parseInt(red, 16), parseInt(green, 16), parseInt(blue, 16)];
}

/** Points along a path of one M, any number of C, and Z. */
function flatten(path: string): readonly Point[] {
  if (!/^M[\d .-]+(?:C[\d .-]+)+Z$/.test(path)) throw new Error(`the path ${path} is drawn in another way`);
  const values = [...path.matchAll(new RegExp(number, 'g'))].map(Number);
  const points: Point[] = [[values[0] ?? 0, values[1] ?? 0]];
  for (let at = 2; at < values.length; at += 6) {
    const [x0, y0] = points.at(-1) ?? [0, 0];
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = values.slice(at, at + 6);
    for (let step = 1; step <= curveSteps; step += 1) {
      const t = step / curveSteps;
      const bend = (a: number, b: number, c: number, d: number) =>
        (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t ** 2 * c + t ** 3 * d;
      points.push([bend(x0, x1, x2, x3), bend(y0, y1, y2, y3)]);
    }
  }
  return points;
}

/** Share of the pixel around `at` that the shape covers, from its distance to the border. */
function coverage({ outline, borderPx }: Shape, at: Point): number {
  if (isFar(at, outline, borderPx + 1)) return 0;
  let nearest = Infinity;
  let inside = false;
  outline.forEach((from, index) => {
    const to = outline[(index + 1) % outline.length] ?? from;
    nearest = Math.min(nearest, distanceToLine(at, from, to));
    if (
      from[1] > at[1] !== to[1] > at[1] &&
      at[0] < from[0] + ((at[1] - from[1]) * (to[0] - from[0])) / (to[1] - from[1])
    ) {
      inside = !inside;
    }
  });
  return clamp(borderPx - (inside ? -nearest : nearest) + 0.5);
}

/** Whether `at` is further than this from the box around the outline: most pixels are. */
function isFar([x, y]: Point, outline: readonly Point[], awayPx: number): boolean {
  const box = boxes.get(outline) ?? boxAround(outline);
  boxes.set(outline, box);
  return x < box.left - awayPx || x > box.right + awayPx || y < box.top - awayPx || y > box.bottom + awayPx;
}

type Box = { left: number; right: number; top: number; bottom: number };
const boxes = new WeakMap<readonly Point[], Box>();

function boxAround(outline: readonly Point[]): Box {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

function distanceToLine([x, y]: Point, [x0, y0]: Point, [x1, y1]: Point): number {
  const lengthSquared = (x1 - x0) ** 2 + (y1 - y0) ** 2;
  const along = lengthSquared === 0 ? 0 : clamp(((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / lengthSquared);
  return Math.hypot(x - x0 - along * (x1 - x0), y - y0 - along * (y1 - y0));
}

function cornerCoverage([x, y]: Point, side: number): number {
  const radius = side * 0.22;
  const beyond = (value: number) => Math.max(0, Math.abs(value - side / 2) - (side / 2 - radius));
  return clamp(radius - Math.hypot(beyond(x), beyond(y)) + 0.5);
}

function mix(under: Colour, over: Colour, share: number): Colour {
  const blend = (index: 0 | 1 | 2) => under[index] + (over[index] - under[index]) * share;
  return [blend(0), blend(1), blend(2)];
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
