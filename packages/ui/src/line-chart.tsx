import { useRef, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { drawLine } from './line-path.ts';
import './chart.css';

const box = { width: 300, height: 100, margin: 6 };

/**
 * The course of a value over time, with gaps where nothing is known. A slider lies over it: touch, keys and readers choose a
 * moment, whose words `textOf` gives.
 */
export function LineChart(props: {
  label: string;
  values: readonly (number | undefined)[];
  /** The chosen moment; the last one where none is chosen. */
  chosen: number;
  textOf: (index: number) => string;
  onChoose: (index: number) => void;
  /** Round numbers with their words, at the right. */
  axis?: readonly { readonly value: number; readonly label: string }[];
  /** Below the line: what its ends are. */
  children?: ReactNode;
}) {
  const { axis = [] } = props;
  const numbers = axis.map(({ value }) => value);
  const { path, gaps, places } = drawLine(props.values, box, numbers);
  const [lowest, highest] = [Math.min(...numbers), Math.max(...numbers)];
  const heightOf = (value: number) =>
    box.margin + (1 - (value - lowest) / (highest - lowest)) * (box.height - 2 * box.margin);
  const place = places[props.chosen];
  const isLast = props.chosen === props.values.length - 1;
  return (
    <div className={classNames('chart', axis.length > 0 && 'chart-axed')}>
      <div className="chart-field line-chart">
        <svg viewBox={`0 0 ${box.width} ${box.height}`} preserveAspectRatio="none" aria-hidden="true">
          {axis.map(({ value }) => (
            <path
              key={value}
              className="line-grid"
              d={`M0 ${heightOf(value)}H${box.width}`}
              vectorEffect="non-scaling-stroke"
            />
          ))}
          <path className="line-gap" d={gaps} vectorEffect="non-scaling-stroke" />
          <path d={path} vectorEffect="non-scaling-stroke" />
        </svg>
        {place === undefined ? null : (
          <span
            className={isLast ? 'chart-point chart-point-now' : 'chart-point'}
            style={{ left: `${(place.x / box.width) * 100}%`, top: `${(place.y / box.height) * 100}%` }}
          />
        )}
        <ChartSlider
          label={props.label}
          count={props.values.length}
          chosen={props.chosen}
          textOf={props.textOf}
          onChoose={props.onChoose}
        />
      </div>
      {axis.length === 0 ? null : (
        <div className="chart-numbers" aria-hidden="true">
          {axis.map(({ value, label }) => (
            <span key={value} style={{ insetBlockStart: `${heightOf(value)}%` }}>
              {label}
            </span>
          ))}
        </div>
      )}
      {props.children}
    </div>
  );
}

/** The transparent slider over a chart. */
export function ChartSlider(props: {
  label: string;
  count: number;
  chosen: number;
  textOf: (index: number) => string;
  onChoose: (index: number, byTouch: boolean) => void;
  /** The finger is lifted or the page scrolls under it, or the keyboard has gone elsewhere. */
  onLeave?: () => void;
}) {
  const isTouched = useRef(false);
  const leave = () => {
    isTouched.current = false;
    props.onLeave?.();
  };
  return (
    <input
      type="range"
      className="chart-slider"
      dir="ltr"
      min={0}
      max={props.count - 1}
      value={props.chosen}
      aria-label={props.label}
      aria-valuetext={props.textOf(props.chosen)}
      onPointerDown={(event) => {
        isTouched.current = event.pointerType !== 'mouse';
      }}
      onChange={(event) => props.onChoose(event.target.valueAsNumber, isTouched.current)}
      onPointerUp={leave}
      onPointerCancel={leave}
      onBlur={leave}
    />
  );
}
