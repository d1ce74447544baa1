import { useId } from 'react';
import { classNames } from './class-names.ts';
import './segmented.css';

/** A choice of one among few, side by side. Radio buttons underneath, so arrows and readers work by themselves. */
export function Segmented<Value extends string>(props: {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  /** Without a ground of its own: below a chart. */
  plain?: boolean;
}) {
  const name = useId();
  return (
    <fieldset className={classNames('segmented', props.plain && 'segmented-plain')}>
      <legend className="visually-hidden">{props.label}</legend>
      {props.options.map((option) => (
        <label key={option.value} className="segmented-option">
          <input
            className="visually-hidden"
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === props.value}
            onChange={() => props.onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
