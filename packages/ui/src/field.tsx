import { useId, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { CircleXIcon, TriangleAlertIcon } from './icons.tsx';
import './field.css';

export type FieldProps = {
  label: ReactNode;
  /** Stands at the end of the label's line, for example a small button. */
  labelEnd?: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  warning?: ReactNode;
};

/** What the control of a field must carry so that label and messages belong to it. */
export type FieldControl = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

/** Label above, control, and below it the hint or what is wrong with the way out. */
export function Field(props: FieldProps & { children: (control: FieldControl) => ReactNode }) {
  const id = useId();
  const messageId = `${id}-message`;
  const message = props.error ?? props.warning ?? props.hint;
  const hasMessage = message !== undefined && message !== null && message !== '';
  return (
    <div className="field">
      <div className="field-head">
        <label className="field-label" htmlFor={id}>
          {props.label}
        </label>
        {props.labelEnd}
      </div>
      {props.children({
        id,
        'aria-describedby': hasMessage ? messageId : undefined,
        'aria-invalid': props.error ? true : undefined,
      })}
      <div id={messageId} aria-live="polite" hidden={!hasMessage}>
        <p
          className={classNames(
            'field-message',
            props.error ? 'field-message-error' : props.warning ? 'field-message-warning' : null,
          )}
        >
          {props.error ? <CircleXIcon size="s" /> : props.warning ? <TriangleAlertIcon size="s" /> : null}
          <span>{message}</span>
        </p>
      </div>
    </div>
  );
}
