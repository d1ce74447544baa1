import type { ReactNode } from 'react';
import { useId } from 'react';
import { CheckIcon, CircleXIcon } from './icons.tsx';
import './checkbox.css';

/** A tick with its sentence; links inside the sentence stay links. */
export function Checkbox(props: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  const messageId = `${id}-message`;
  return (
    <div className="checkbox">
      <span className="checkbox-box">
        <input
          id={id}
          type="checkbox"
          checked={props.checked}
          onChange={(event) => props.onChange(event.target.checked)}
          aria-describedby={props.error ? messageId : undefined}
          aria-invalid={props.error ? true : undefined}
        />
        <CheckIcon size="xs" />
      </span>
      <label htmlFor={id}>{props.children}</label>
      <p id={messageId} className="field-message field-message-error" aria-live="polite" hidden={!props.error}>
        <CircleXIcon size="s" />
        <span>{props.error}</span>
      </p>
    </div>
  );
}
