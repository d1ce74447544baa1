import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import './mark.css';

/** A round of 40 px behind an icon. `deep` carries the brand. */
export function Mark(props: {
  kind?: 'plain' | 'brand' | 'deep' | 'positive' | 'warning' | 'danger';
  large?: boolean;
  children: ReactNode;
}) {
  return (
    <span className={classNames('mark', `mark-${props.kind ?? 'plain'}`, props.large && 'mark-large')}>
      {props.children}
    </span>
  );
}
