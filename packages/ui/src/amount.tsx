import { classNames } from './class-names.ts';
import './amount.css';

export const hiddenAmount = '••••';

/** A formatted number, left to right in every language. `hidden` shows dots of a fixed count instead. */
export function Amount(props: { text: string; unit?: string; hidden?: boolean }) {
  return (
    <bdi dir="ltr" className="number">
      {props.hidden ? hiddenAmount : props.text}
      {props.unit === undefined ? null : ` ${props.unit}`}
    </bdi>
  );
}

/** The number that leads a screen: its unit smaller, its decimals dimmed when `dimDecimals`. */
export function LeadAmount(props: {
  text: string;
  unit: string;
  size?: 'display' | 'large';
  hidden?: boolean;
  dimDecimals?: boolean;
  center?: boolean;
}) {
  const cut = props.dimDecimals ? props.text.search(/[.,٫]\d*$/) : -1;
  const whole = cut === -1 ? props.text : props.text.slice(0, cut);
  const decimals = cut === -1 ? '' : props.text.slice(cut);
  return (
    <p
      className={classNames(
        'lead-amount',
        props.size === 'display' && 'lead-amount-display',
        props.center && 'lead-amount-center',
      )}
    >
      {props.hidden ? (
        <span className="lead-amount-hidden">••••••</span>
      ) : (
        <bdi dir="ltr" className="number">
          {whole}
          {decimals === '' ? null : <span className="ink-3">{decimals}</span>}
        </bdi>
      )}
      {/* For who reads or copies it: the layout needs none. */} <small>{props.unit}</small>
    </p>
  );
}
