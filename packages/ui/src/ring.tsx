import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import './ring.css';

const center = 74;
const radius = 66;

/** One tick per confirmation, the latest in coral. `label` says the same in words. */
export function Ring(props: { done: number; total: number; label: string; small?: boolean; children: ReactNode }) {
  const done = Math.min(props.done, props.total);
  return (
    <div className={classNames('ring', props.small && 'ring-small')} role="img" aria-label={props.label}>
      <svg viewBox="0 0 148 148" aria-hidden="true">
        {Array.from({ length: props.total }, (_, index) => (
          <path
            key={index}
            d={tickPath(index, props.total)}
            className={classNames(
              'ring-tick',
              index < done && 'ring-tick-done',
              index === done - 1 && done < props.total && 'ring-tick-now',
            )}
          />
        ))}
      </svg>
      <div className="ring-content">{props.children}</div>
    </div>
  );
}

function tickPath(index: number, total: number): string {
  const step = (2 * Math.PI) / total;
  const gap = Math.min(0.087, step * 0.3);
  const point = (angle: number) =>
    `${(center + radius * Math.sin(angle)).toFixed(2)} ${(center - radius * Math.cos(angle)).toFixed(2)}`;
  return `M${point(index * step + gap / 2)}A${radius} ${radius} 0 0 1 ${point((index + 1) * step - gap / 2)}`;
}
