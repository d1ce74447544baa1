import { useLingui } from '@lingui/react/macro';
import { PasswordField } from '@tern/ui/password-field';
import { PasswordStrengthNote } from '../../../shared/password-strength-note.tsx';

/** A new login password twice, with how hard it is to guess. */
export function NewPasswordFields(props: {
  password: string;
  repeated: string;
  passwordError: string | undefined;
  repeatedError: string | undefined;
  onChange: (changes: { password?: string; repeated?: string }) => void;
}) {
  const { t } = useLingui();
  return (
    <>
      <PasswordField
        label={t`New password`}
        name="new-password"
        autoComplete="new-password"
        value={props.password}
        error={props.passwordError}
        onChange={(event) => props.onChange({ password: event.target.value })}
      />
      <PasswordStrengthNote password={props.password} />
      <PasswordField
        label={t`New password again`}
        name="repeated-password"
        autoComplete="new-password"
        value={props.repeated}
        error={props.repeatedError}
        onChange={(event) => props.onChange({ repeated: event.target.value })}
      />
    </>
  );
}
