import { useLingui } from '@lingui/react/macro';
import { CalendarIcon } from '@tern/ui/console-icons';
import { classNames } from '@tern/ui/class-names';
import { useEffect, useId, useRef, useState } from 'react';
import { readDay, readMoment, toFieldText } from './read-time.ts';
import './time-field.css';

type Field = {
  /** Says that it is UTC. */
  label: string;
  /** Asks for the minute as well. */
  time?: boolean;
  required?: boolean;
  /** Stands beside the field and not above it. */
  beside?: boolean;
};

/**
 * A day, or a day and a minute, of UTC. A browser's own field follows the browser's language and the operator's zone, so this
 * one is text with the year first, and leaves only the calendar to the browser.
 */
export function TimeField(
  props: Field & {
    /** As typed. */
    value: string;
    onChange: (text: string) => void;
    /** The field was left, Enter was pressed, or a day of the calendar was chosen. */
    onSettle?: (text: string) => void;
  },
) {
  const { label, time, required, beside, value, onChange, onSettle } = props;
  const { t } = useLingui();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const isWrong = value !== '' && read(value, time) === undefined;
  const wrong = time ? t`Write it as 2026-11-21 14:30, in UTC.` : t`Write the day as 2026-11-21.`;
  useEffect(() => field.current?.setCustomValidity(isWrong ? wrong : ''), [isWrong, wrong]);
  return (
    <div className={classNames('time-field', beside && 'time-field-beside')}>
      <label id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      <span className="time-field-control">
        <input
          ref={field}
          id={id}
          className={classNames('input', time && 'time-field-long')}
          placeholder={time ? '2026-11-21 14:30' : '2026-11-21'}
          autoComplete="off"
          spellCheck={false}
          maxLength={20}
          required={required}
          aria-invalid={isWrong || undefined}
          title={isWrong ? wrong : undefined}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onBlur={() => {
            const text = read(value, time) ?? value;
            if (text !== value) onChange(text);
            onSettle?.(text);
          }}
          onKeyDown={({ key }) => {
            if (key === 'Enter') onSettle?.(read(value, time) ?? value);
          }}
        />
        <Calendar
          time={time}
          value={read(value, time) ?? ''}
          labelId={`${id}-label`}
          onChoose={(text) => {
            onChange(text);
            onSettle?.(text);
          }}
        />
      </span>
    </div>
  );
}

/** A field of a form that is read as a whole: the form gets the day, or the minute, in its one form. */
export function NamedTimeField({ name, start, ...field }: Field & { name: string; start: string }) {
  const [text, setText] = useState(start);
  return (
    <>
      <TimeField {...field} value={text} onChange={setText} />
      <input type="hidden" name={name} value={read(text, field.time) ?? ''} />
    </>
  );
}

/**
 * A day of UTC to filter by, with its label beside it. It is chosen once the field is left or Enter is pressed; a text that is no
 * day is chosen never, so that a form has to take `TimeField`.
 */
export function DayField(props: { label: string; value: string | undefined; onChange: (day: string) => void }) {
  const { label, value = '', onChange } = props;
  const [typed, setTyped] = useState<string>();
  return (
    <TimeField
      label={label}
      beside
      value={typed ?? value}
      onChange={setTyped}
      onSettle={(text) => {
        if (text !== '' && readDay(text) === undefined) return;
        setTyped(undefined);
        if (text !== value) onChange(text);
      }}
    />
  );
}

function Calendar(props: {
  time: boolean | undefined;
  value: string;
  labelId: string;
  onChoose: (text: string) => void;
}) {
  const { t } = useLingui();
  const native = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={native}
        className="time-field-native"
        type={props.time ? 'datetime-local' : 'date'}
        tabIndex={-1}
        aria-hidden
        min={props.time ? '2000-01-01T00:00' : '2000-01-01'}
        max={props.time ? '2099-12-31T23:59' : '2099-12-31'}
        value={props.value.replace(' ', 'T')}
        onChange={({ target }) => props.onChoose(target.value.replace('T', ' '))}
      />
      <button
        type="button"
        aria-label={t`Calendar`}
        aria-describedby={props.labelId}
        onClick={() => native.current?.showPicker()}
      >
        <CalendarIcon size="s" />
      </button>
    </>
  );
}

/** What was typed, in the one form; undefined where it is no day or minute. */
function read(text: string, time: boolean | undefined): string | undefined {
  if (!time) return readDay(text);
  const iso = readMoment(text);
  return iso === undefined ? undefined : toFieldText(iso);
}
