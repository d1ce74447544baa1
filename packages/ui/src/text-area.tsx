import type { ComponentPropsWithRef } from 'react';
import { classNames } from './class-names.ts';
import { Field, type FieldProps } from './field.tsx';

/** Several lines of text with their label. */
export function TextArea({
  label,
  labelEnd,
  hint,
  error,
  warning,
  className,
  ...area
}: FieldProps & Omit<ComponentPropsWithRef<'textarea'>, 'id'>) {
  return (
    <Field label={label} labelEnd={labelEnd} hint={hint} error={error} warning={warning}>
      {(control) => (
        <div className={classNames('control', 'control-area')}>
          <textarea {...area} {...control} className={className} />
        </div>
      )}
    </Field>
  );
}
