import type { ReactNode } from 'react';
import { Bird } from './bird.tsx';
import './state-panel.css';

/** Nothing there: the dotted flight, one sentence, one quiet action. */
export function Empty(props: { title: ReactNode; note: ReactNode; action?: ReactNode }) {
  return (
    <div className="stack gap-4 state-panel">
      <div className="state-panel-art cluster" aria-hidden="true">
        <svg width="120" height="24" viewBox="0 0 120 24">
          <path className="flight-ahead" d="M2 20C44 21 84 15 116 4" />
        </svg>
        <Bird size={36} />
      </div>
      <div className="stack gap-2">
        <p className="title-3">{props.title}</p>
        <p className="caption">{props.note}</p>
      </div>
      {props.action}
    </div>
  );
}
