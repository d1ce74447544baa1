import { PasswordField } from '@tern/ui/password-field';
import type { NewPassword } from './new-password.ts';
import { PasswordStrengthNote } from './password-strength-note.tsx';
import type { ProblemForm } from '../use-problem-form.ts';

/** A new login password twice, with how hard it is to guess. */
export function NewPasswordFields(props: {
  form: Pick<ProblemForm<NewPassword>, 'draft' | 'text'>;
  label: string;
  repeatedLabel: string;
}) {
  const { form } = props;
  return (
    <>
      <PasswordField label={props.label} name="new-password" autoComplete="new-password" {...form.text('password')} />
      <PasswordStrengthNote password={form.draft.password} />
      <PasswordField
        label={props.repeatedLabel}
        name="repeated-password"
        autoComplete="new-password"
        {...form.text('repeated')}
      />
    </>
  );
}
