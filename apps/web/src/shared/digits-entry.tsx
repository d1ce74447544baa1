import { CodeBoxes } from '@tern/ui/code-boxes';
import { Keypad } from '@tern/ui/keypad';
import { useEffect, useRef, type ReactNode } from 'react';

const length = 6;

/** Six digits on the wallet's own keys, shown as dots. Real keys work as well. */
export function DigitsEntry(props: {
  label: ReactNode;
  value: string;
  error: ReactNode;
  disabled?: boolean;
  onChange: (digits: string) => void;
  onComplete: (digits: string) => void;
}) {
  const { value, onChange } = props;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus({ preventScroll: true }), [props.label]);
  function press(digit: string) {
    const digits = (value + digit).slice(0, length);
    onChange(digits);
    if (digits.length === length && value.length < length) props.onComplete(digits);
  }
  return (
    <div className="stack gap-5">
      <CodeBoxes
        label={props.label}
        masked
        keyboard="none"
        inputRef={input}
        value={value}
        error={props.error}
        disabled={props.disabled ?? false}
        onChange={onChange}
        onComplete={props.onComplete}
      />
      <Keypad
        disabled={props.disabled ?? false}
        onDigit={press}
        onDelete={() => onChange(value.slice(0, -1))}
        onClear={() => onChange('')}
      />
    </div>
  );
}
