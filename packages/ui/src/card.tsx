import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import './card.css';

/** A raised surface for facts or settings. `flush` leaves the rows inside their own height. */
export function Card(props: { flush?: boolean; children: ReactNode }) {
  return <div className={classNames('card', props.flush && 'card-flush')}>{props.children}</div>;
}
