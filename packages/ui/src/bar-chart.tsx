import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { ChartSlider } from './line-chart.tsx';
import { NowPoint } from './now-point.tsx';
import './chart.css';
import './bar-chart.css';

export type Bar = {
  readonly key: string;
  /** From zero up. */
  readonly value: number;
  /** Drawn dashed: not a fact yet. */
  readonly estimate?: boolean;
};

/** Amounts side by side, from zero. As with a line, a slider over it chooses one. */
export function BarChart(props: {
  label: string;
  bars: readonly Bar[];
  chosen: number;
  textOf: (index: number) => string;
  onChoose: (index: number) => void;
  /** Round numbers from zero up with their words, at the right. */
  axis: readonly { readonly value: number; readonly label: string }[];
  /** What the first bar and the last one that is a fact are of. */
  from: string | undefined;
  until: string | undefined;
  children?: ReactNode;
}) {
  const { bars, axis } = props;
  const highest = Math.max(...[...bars, ...axis].map(({ value }) => value), Number.MIN_VALUE);
  const percent = (value: number) => `${(value / highest) * 100}%`;
  return (
    <div className="chart">
      <div className="bar-axed">
        <div className="chart-field bar-chart">
          {axis.map(({ value }) => (
            <b key={value} style={{ insetBlockEnd: percent(value) }} />
          ))}
          {bars.map(({ key, value, estimate }, index) => (
            <i
              key={key}
              aria-hidden="true"
              className={classNames(estimate && 'bar-estimate', index === props.chosen && 'bar-chosen')}
              style={{ blockSize: percent(value) }}
            />
          ))}
          <ChartSlider {...props} count={bars.length} />
        </div>
        <div className="chart-numbers" aria-hidden="true">
          {axis.map(({ value, label }) => (
            <span key={value} style={{ insetBlockStart: `${100 - (value / highest) * 100}%` }}>
              {label}
            </span>
          ))}
        </div>
        <div className="bar-ends" aria-hidden="true" style={{ maxInlineSize: `calc(${bars.length} * (2.5rem + 5px))` }}>
          <span>{props.from}</span>
          <span>{props.until}</span>
          {bars.some(({ estimate }) => estimate) ? <NowPoint /> : null}
        </div>
      </div>
      {props.children}
    </div>
  );
}
