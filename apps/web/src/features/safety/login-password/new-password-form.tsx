import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { useRef, useState, type FormEvent } from 'react';
import { focusFirstFault } from '../../../shared/focus-first-fault.ts';
import { NewPasswordFields } from '../shared/new-password-fields.tsx';
import { findNewPasswordFaults, type NewPassword } from '../../../shared/new-password.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import type { Problem } from '../../../shared/problem.ts';
import { StepHead } from '../shared/step-head.tsx';

/** The new login password, twice. */
export function NewPasswordForm(props: {
  refused: Problem | undefined;
  onChange: () => void;
  onChosen: (password: string) => void;
}) {
  const { i18n } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<NewPassword>({ password: '', repeated: '' });
  const [checked, setChecked] = useState(false);
  const faults = findNewPasswordFaults(draft);
  const errorOf = (field: keyof NewPassword) => (checked && faults[field] ? i18n._(faults[field]) : undefined);

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (Object.keys(faults).length > 0) focusFirstFault(form.current);
    else props.onChosen(draft.password);
  }
  return (
    <>
      <StepHead step={1} total={2} title={<Trans>Choose a new password</Trans>}>
        <p>
          <Trans>Long beats complicated: a few words that do not belong together are hard to guess.</Trans>
        </p>
      </StepHead>
      <form ref={form} className="stack gap-5" noValidate onSubmit={submit}>
        <NewPasswordFields
          password={draft.password}
          repeated={draft.repeated}
          passwordError={props.refused ? problemText(props.refused) : errorOf('password')}
          repeatedError={errorOf('repeated')}
          onChange={(changes) => {
            props.onChange();
            setDraft((current) => ({ ...current, ...changes }));
          }}
        />
        <Button type="submit" block>
          <Trans>Continue</Trans>
        </Button>
      </form>
    </>
  );
}
