import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Field, type FieldProps } from './field.tsx';

export type TextFieldProps = FieldProps & {
  /** Stands inside the control before the input: an area code, a search icon. */
  prefix?: ReactNode;
  /** Stands inside the control after the input: a unit, an icon button. */
  suffix?: ReactNode;
  /** E-mail, codes and keys are written left to right in every language. */
  ltr?: boolean;
} & Omit<ComponentPropsWithRef<'input'>, 'prefix' | 'id'>;

/** One line of text with its label. */
export function TextField({
  label,
  labelEnd,
  hint,
  error,
  warning,
  prefix,
  suffix,
  ltr,
  className,
  ...input
}: TextFieldProps) {
  return (
    <Field label={label} labelEnd={labelEnd} hint={hint} error={error} warning={warning}>
      {(control) => (
        <div className={classNames('control', warning !== undefined && 'control-warning')}>
          {prefix}
          <input {...input} {...control} className={classNames(ltr && 'control-ltr', className)} />
          {suffix}
        </div>
      )}
    </Field>
  );
}
