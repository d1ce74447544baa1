import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { ChartSlider } from './line-chart.tsx';
import './chart.css';

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
  children?: ReactNode;
}) {
  const highest = Math.max(...props.bars.map(({ value }) => value), Number.MIN_VALUE);
  return (
    <div className="chart">
      <div className="chart-field bar-chart">
        {props.bars.map(({ key, value, estimate }, index) => (
          <i
            key={key}
            aria-hidden="true"
            className={classNames(estimate && 'bar-estimate', index === props.chosen && 'bar-chosen')}
            style={{ blockSize: `${(value / highest) * 100}%` }}
          />
        ))}
        <ChartSlider {...props} count={props.bars.length} />
      </div>
      {props.children}
    </div>
  );
}
