import { useLingui } from '@lingui/react/macro';
import type { MouseEvent } from 'react';
import { DeleteIcon } from './inside-icons.tsx';
import './keypad.css';
import { useStrayTapGuard } from './stray-tap.ts';

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** The wallet's own number keys, in fixed order in every language. */
export function Keypad(props: {
  onDigit: (digit: string) => void;
  onDelete: () => void;
  onClear: () => void;
  disabled?: boolean;
}) {
  const { t } = useLingui();
  const guard = useStrayTapGuard(true);
  return (
    <div className="keypad" role="group" aria-label={t`Number keys`} onClickCapture={guard}>
      {digits.map((digit) => (
        <button
          key={digit}
          type="button"
          disabled={props.disabled}
          onMouseDown={keepFocus}
          onClick={() => props.onDigit(digit)}
        >
          {digit}
        </button>
      ))}
      <button
        type="button"
        className="keypad-bare"
        disabled={props.disabled}
        onMouseDown={keepFocus}
        onClick={props.onClear}
      >
        {t`Clear`}
      </button>
      <button type="button" disabled={props.disabled} onMouseDown={keepFocus} onClick={() => props.onDigit('0')}>
        0
      </button>
      <button
        type="button"
        className="keypad-bare"
        disabled={props.disabled}
        aria-label={t`Delete last digit`}
        onMouseDown={keepFocus}
        onClick={props.onDelete}
      >
        <DeleteIcon />
      </button>
    </div>
  );
}

/** A press leaves the focus in the field that the keys fill. */
function keepFocus(event: MouseEvent) {
  event.preventDefault();
}
