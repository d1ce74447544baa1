import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Alert } from './notice.tsx';
import type { FormState } from './use-form.ts';

/** The fields of a form, what it was refused with where no field says it, and the button that sends it. */
export function Form(props: {
  form: Pick<FormState<never>, 'id' | 'busy' | 'submit'> & { alert: ReactNode };
  className?: string;
  /** What the button says. */
  action: ReactNode;
  kind?: 'primary' | 'quiet';
  /** Nothing can be sent yet; the button's label or a field says why. */
  disabled?: boolean;
  /** Stands below the button. */
  below?: ReactNode;
  children: ReactNode;
}) {
  const { form, kind = 'primary', disabled = false } = props;
  return (
    <form id={form.id} className={props.className ?? 'stack gap-5'} noValidate onSubmit={form.submit}>
      {props.children}
      {form.alert === undefined ? null : (
        <Alert kind="danger" announce>
          {form.alert}
        </Alert>
      )}
      <Button type="submit" kind={kind} block busy={form.busy} disabled={disabled}>
        {props.action}
      </Button>
      {props.below}
    </form>
  );
}
