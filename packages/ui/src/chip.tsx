import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import './chip.css';

export type ChipKind = 'done' | 'running' | 'waiting' | 'positive' | 'failed' | 'neutral';

/** A small fact or state. `done` has no fill: success is quiet. */
export function Chip(props: { kind?: ChipKind; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={classNames('chip', `chip-${props.kind ?? 'neutral'}`)}>
      {props.icon}
      <span>{props.children}</span>
    </span>
  );
}
