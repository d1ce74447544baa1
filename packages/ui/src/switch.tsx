import { use, useId, type ReactNode } from 'react';
import { NeedsConnection } from './needs-connection.ts';
import './switch.css';

/** Something that is on or off at once, without a button to save it. */
export function Switch(props: {
  label: ReactNode;
  note?: ReactNode;
  icon?: ReactNode;
  checked: boolean;
  busy?: boolean;
  onChange: (checked: boolean) => void;
}) {
  const id = useId();
  const missing = use(NeedsConnection);
  return (
    <div className="row row-slim switch">
      {props.icon}
      <span className="row-text">
        <label className="row-title" htmlFor={id}>
          {props.label}
        </label>
        {props.note === undefined ? null : (
          <span className="row-note" id={`${id}-note`}>
            {props.note}
          </span>
        )}
      </span>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={props.checked}
        aria-checked={props.checked}
        aria-busy={props.busy === true ? true : undefined}
        aria-describedby={props.note === undefined ? undefined : `${id}-note`}
        disabled={missing !== null && props.busy === false}
        onChange={(event) => {
          if (props.busy !== true) props.onChange(event.target.checked);
        }}
      />
    </div>
  );
}
