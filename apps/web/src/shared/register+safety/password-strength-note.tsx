import { useLingui } from '@lingui/react/macro';
import { Meter } from '@tern/ui/meter';
import './password-strength-note.css';
import { passwordStrength } from './password-strength.ts';

/** How hard the password is to guess, while it is typed. */
export function PasswordStrengthNote(props: { password: string }) {
  const { t } = useLingui();
  if (props.password === '') return null;
  const strength = passwordStrength(props.password);
  const words =
    [t`Too short, use at least 8 characters`, t`Easy to guess. Longer is better.`, t`Fair`, t`Strong`][strength] ?? '';
  return (
    <div className="stack gap-2 password-strength">
      <Meter value={strength} total={3} label={words} />
      <p className="caption" aria-hidden="true">
        {words}
      </p>
    </div>
  );
}
