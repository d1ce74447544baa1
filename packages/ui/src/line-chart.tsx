import type { ReactNode } from 'react';
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
  /** Below the line: what its ends are. */
  children?: ReactNode;
}) {
  const { path, places } = drawLine(props.values, box);
  const place = places[props.chosen];
  const isLast = props.chosen === props.values.length - 1;
  return (
    <div className="chart">
      <div className="chart-field line-chart">
        <svg viewBox={`0 0 ${box.width} ${box.height}`} preserveAspectRatio="none" aria-hidden="true">
          <path d={path} vectorEffect="non-scaling-stroke" />
        </svg>
        {place === undefined ? null : (
          <span
            className={isLast ? 'chart-point chart-point-now' : 'chart-point'}
            style={{ left: `${(place.x / box.width) * 100}%`, top: `${(place.y / box.height) * 100}%` }}
          />
        )}
        <ChartSlider {...props} count={props.values.length} />
      </div>
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
  onChoose: (index: number) => void;
}) {
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
      onChange={(event) => props.onChoose(event.target.valueAsNumber)}
    />
  );
}
