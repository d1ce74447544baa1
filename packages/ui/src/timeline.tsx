import type { ReactNode } from 'react';
import { CheckIcon, XIcon } from './icons.tsx';
import './timeline.css';

export type TimelineStep = {
  key: string;
  state: 'done' | 'now' | 'todo' | 'failed';
  /** The state in words, for those who do not see the node. */
  stateLabel: string;
  title: ReactNode;
  note?: ReactNode;
  time?: ReactNode;
  /** What is done within the step, or was. */
  body?: ReactNode;
};

/** Solid is past, the coral point is now, dots are still to come. */
export function Timeline(props: { label: string; steps: readonly TimelineStep[] }) {
  return (
    <ol className="timeline" aria-label={props.label}>
      {props.steps.map((step) => (
        <li
          key={step.key}
          className={`timeline-${step.state}`}
          aria-current={step.state === 'now' ? 'step' : undefined}
        >
          <span className="timeline-node" aria-hidden="true">
            {step.state === 'done' ? <CheckIcon size="xs" /> : step.state === 'failed' ? <XIcon size="xs" /> : null}
          </span>
          <span className="timeline-title">
            {step.title}
            <span className="visually-hidden"> {step.stateLabel}</span>
          </span>
          <span className="timeline-time">{step.time}</span>
          {step.note === undefined ? null : <span className="timeline-note">{step.note}</span>}
          {step.body === undefined ? null : <div className="timeline-body">{step.body}</div>}
        </li>
      ))}
    </ol>
  );
}
