import { classNames } from './class-names.ts';
import { drawLine } from './line-path.ts';
import './chart.css';

const box = { width: 52, height: 22, margin: 4 };

/** Of all values; with fewer the line would be a dot or a scratch. */
const leastKnownShare = 1 / 6;

/**
 * The course of a value in a word's room, with dashes where nothing is known; grey where nothing moved. Decoration: the words
 * beside it say the value.
 */
export function Sparkline(props: {
  values: readonly (number | undefined)[];
  /** A value that is drawn as a dashed line across, to compare with. */
  base?: number;
}) {
  const base = props.base === undefined ? [] : [props.base];
  const known = props.values.filter((value) => value !== undefined);
  if (known.length < 2 || known.length < props.values.length * leastKnownShare) return null;
  const { path, gaps, places } = drawLine(props.values, box, base);
  const end = places.at(-1);
  const isFlat = known.every((value) => value === known[0]);
  return (
    <svg
      className={classNames('sparkline', isFlat && 'sparkline-flat')}
      viewBox={`0 0 ${box.width} ${box.height}`}
      aria-hidden="true"
    >
      {base.map((value) => (
        <path key={value} className="line-gap" d={drawLine([value, value], box, known).path} />
      ))}
      <path className="line-gap" d={gaps} />
      <path d={path} />
      {end === undefined ? null : <circle cx={end.x} cy={end.y} r="2" />}
    </svg>
  );
}
