import { drawLine } from './line-path.ts';
import './chart.css';

const box = { width: 52, height: 22, margin: 4 };

/** Of all values; with fewer the line would be a dot or a scratch. */
const leastKnownShare = 1 / 6;

/** The course of a value in a word's room, with gaps where nothing is known. Decoration: the words beside it say the value. */
export function Sparkline(props: { values: readonly (number | undefined)[] }) {
  const known = props.values.filter((value) => value !== undefined).length;
  if (known < 2 || known < props.values.length * leastKnownShare) return null;
  const { path, places } = drawLine(props.values, box);
  const end = places.at(-1);
  return (
    <svg className="sparkline" viewBox={`0 0 ${box.width} ${box.height}`} aria-hidden="true">
      <path d={path} />
      {end === undefined ? null : <circle cx={end.x} cy={end.y} r="2" />}
    </svg>
  );
}
