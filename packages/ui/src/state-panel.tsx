import type { ReactNode } from 'react';
import './state-panel.css';

/** Stands where content would: a mark, what is the case, why, and at most one way on. */
export function StatePanel(props: {
  mark: ReactNode;
  title: ReactNode;
  note: ReactNode;
  action?: ReactNode;
  /** `alert` for what readers say at once. */
  role?: 'alert' | 'status';
}) {
  return (
    <div className="stack gap-4 state-panel" role={props.role}>
      {props.mark}
      <div className="stack gap-2">
        <p className="title-3">{props.title}</p>
        <p className="caption">{props.note}</p>
      </div>
      {props.action}
    </div>
  );
}
