import type { ReactNode } from 'react';
import './end-mark.css';

/** The end of a list: nothing further will load. */
export function EndMark(props: { children: ReactNode }) {
  return (
    <p className="cluster gap-3 end-mark">
      <span>{props.children}</span>
    </p>
  );
}
