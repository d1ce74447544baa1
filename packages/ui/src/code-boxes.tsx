import type { ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import { Field } from './field.tsx';
import './code-boxes.css';

export type CodeBoxesProps = {
  label: ReactNode;
  labelEnd?: ReactNode;
  value: string;
  /** Called with ASCII digits only, at most `length` of them. */
  onChange: (value: string) => void;
  onComplete?: (value: string) => void;
  length?: number;
  /** Dots instead of digits, for the trade password. */
  masked?: boolean;
  /** `none` keeps the system's keyboard away where the wallet's own keypad is shown; real keys still work. */
  keyboard?: 'numeric' | 'none';
  /** Given and no longer asked: shown filled and quiet. */
  settled?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  disabled?: boolean;
  inputRef?: Ref<HTMLInputElement>;
};

/** Six boxes over one real input: typing, pasting, autofill from a message and readers work as for any field. */
export function CodeBoxes(props: CodeBoxesProps) {
  const length = props.length ?? 6;
  function change(text: string) {
    const value = text.normalize('NFKC').replace(/\D/g, '').slice(0, length);
    props.onChange(value);
    if (value.length === length && props.value.length < length) props.onComplete?.(value);
  }
  return (
    <Field label={props.label} labelEnd={props.labelEnd} hint={props.hint} error={props.error}>
      {(control) => (
        <div
          className={classNames(
            'code-boxes',
            props.settled && 'code-boxes-settled',
            props.error !== undefined && 'code-boxes-error',
          )}
        >
          <input
            {...control}
            ref={props.inputRef}
            type={props.masked ? 'password' : 'text'}
            inputMode={props.keyboard ?? 'numeric'}
            autoComplete={props.masked ? 'off' : 'one-time-code'}
            dir="ltr"
            value={props.value}
            disabled={props.disabled}
            onChange={(event) => change(event.target.value)}
            onSelect={(event) => event.currentTarget.setSelectionRange(length, length)}
          />
          <div className="code-boxes-drawn" aria-hidden="true">
            {Array.from({ length }, (_, index) => (
              <span key={index} className={classNames(index === props.value.length && 'code-boxes-next')}>
                {props.value[index] === undefined ? null : props.masked ? <i /> : props.value[index]}
              </span>
            ))}
          </div>
        </div>
      )}
    </Field>
  );
}
