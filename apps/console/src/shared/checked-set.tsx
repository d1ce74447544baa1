import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import './outside.css';

/** Any number of a few, in the order of the options. */
export function CheckedSet<Id extends string>(props: {
  legend: ReactNode;
  options: readonly Id[];
  texts: Readonly<Record<Id, MessageDescriptor>>;
  chosen: readonly Id[];
  onChange: (chosen: readonly Id[]) => void;
}) {
  const { i18n } = useLingui();
  const { options, texts, chosen } = props;
  return (
    <fieldset className="outside-kinds">
      <legend>{props.legend}</legend>
      {options.map((option) => (
        <label key={option} className="outside-kind">
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            onChange={({ target: { checked } }) =>
              props.onChange(options.filter((each) => (each === option ? checked : chosen.includes(each))))
            }
          />
          {i18n._(texts[option])}
        </label>
      ))}
    </fieldset>
  );
}
