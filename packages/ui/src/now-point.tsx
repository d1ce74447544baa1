import { classNames } from './class-names.ts';
import './now-point.css';

/** The coral point: this is the present moment, and something may arrive. It breathes once when `arrived` turns true. */
export function NowPoint(props: { arrived?: boolean }) {
  return <span className={classNames('now-point', props.arrived && 'now-point-arrived')} aria-hidden="true" />;
}
