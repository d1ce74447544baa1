import type { ReactNode } from 'react';
import { ArrowDownLeftIcon, ArrowUpRightIcon } from './inside-icons.tsx';
import { ChartSlider } from './line-chart.tsx';
import { drawLine } from './line-path.ts';
import { NowPoint } from './now-point.tsx';
import './past-line.css';

const box = { width: 300, height: 100, margin: 8 };
const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(2)}%`;

/**
 * The course of a value from edge to edge of the screen: solid is past, the coral point is now, dots are to come. A slider lies
 * over the past; what comes after the chosen moment is faded.
 */
export function PastLine(props: {
  label: string;
  values: readonly (number | undefined)[];
  /** The moment that is read; undefined for now. */
  chosen: number | undefined;
  textOf: (index: number) => string;
  onChoose: (index: number | undefined, byTouch: boolean) => void;
  /** Arrows under the line where something came in or went out. */
  marks: readonly { readonly point: number; readonly direction: 'in' | 'out' }[];
  /** False where the line was read long ago: its end is not now. */
  current: boolean;
}) {
  const { path, gaps, places } = drawLine(props.values, box);
  const last = props.values.length - 1;
  const chosen = props.chosen ?? last;
  const [end, read] = [places.at(-1), props.chosen === undefined ? undefined : places[props.chosen]];
  const line = (
    <>
      <path className="line-gap" d={gaps} vectorEffect="non-scaling-stroke" />
      <path d={path} vectorEffect="non-scaling-stroke" />
    </>
  );
  return (
    <div className="past-line chart-field line-chart">
      <div className="past-line-known">
        <Drawing faded={props.chosen !== undefined}>{line}</Drawing>
        {props.chosen === undefined ? null : (
          <div className="past-line-read" style={{ inlineSize: percent(chosen, last) }}>
            <div style={{ inlineSize: percent(last, Math.max(1, chosen)) }}>
              <Drawing faded={false}>{line}</Drawing>
            </div>
          </div>
        )}
        {end === undefined ? null : (
          <span className="past-line-end" style={{ insetBlockStart: percent(end.y, box.height) }}>
            {props.current ? <NowPoint /> : <span className="past-line-old" />}
          </span>
        )}
        {props.chosen === undefined ? null : (
          <span className="past-line-hair" style={{ left: percent(chosen, last) }}>
            {read === undefined ? null : (
              <span className="past-line-grip" style={{ insetBlockStart: percent(read.y, box.height) }} />
            )}
          </span>
        )}
        {props.marks.map(({ point, direction }) => (
          <span key={point} className="past-line-mark" style={{ left: `max(0.5rem, ${percent(point, last)})` }}>
            {direction === 'in' ? <ArrowDownLeftIcon size="xs" /> : <ArrowUpRightIcon size="xs" />}
          </span>
        ))}
        <ChartSlider
          label={props.label}
          count={props.values.length}
          chosen={chosen}
          textOf={props.textOf}
          onChoose={props.onChoose}
          onLeave={() => props.onChoose(undefined, false)}
        />
      </div>
      <span className="past-line-ahead" style={{ insetBlockStart: percent((end?.y ?? 0) * 0.75, box.height) }} />
    </div>
  );
}

function Drawing(props: { faded: boolean; children: ReactNode }) {
  return (
    <svg
      className={props.faded ? 'past-line-faded' : undefined}
      viewBox={`0 0 ${box.width} ${box.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {props.children}
    </svg>
  );
}

/** Nothing is past yet: the point of now, and dots to the edge. */
export function StartLine() {
  return (
    <div className="past-line past-line-start" aria-hidden="true">
      <NowPoint />
      <span />
    </div>
  );
}
