import type { ReactNode } from 'react';
import './end-mark.css';

/** The end of a list: nothing further will load. */
export function EndMark(props: { children: ReactNode }) {
  return (
    <p className="end-mark">
      <span>{props.children}</span>
    </p>
  );
}
