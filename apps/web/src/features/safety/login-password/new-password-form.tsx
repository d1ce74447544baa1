import { Trans, useLingui } from '@lingui/react/macro';
import { Form } from '@tern/ui/form';
import type { Sending } from '@tern/ui/use-form';
import { NewPasswordFields } from '../../../shared/register+safety/new-password-fields.tsx';
import {
  fieldsOfNewPassword,
  findNewPasswordFaults,
  type NewPassword,
} from '../../../shared/register+safety/new-password.ts';
import { useProblemForm } from '../../../shared/use-problem-form.ts';
import { StepHead } from '../shared/step-head.tsx';

/** The new login password, twice. */
export function NewPasswordForm(props: {
  /** The change of a later step, which may have refused the password that was chosen. */
  sending: Sending;
  onChosen: (password: string) => void;
}) {
  const { t } = useLingui();
  const form = useProblemForm({
    start: (): NewPassword => ({ password: '', repeated: '' }),
    findFaults: findNewPasswordFaults,
    fields: fieldsOfNewPassword,
    sending: props.sending,
    submit: ({ password }) => props.onChosen(password),
  });
  return (
    <>
      <StepHead step={1} total={2} title={<Trans>Choose a new password</Trans>}>
        <p>
          <Trans>Length matters most: a few unrelated words are hard to guess.</Trans>
        </p>
      </StepHead>
      <Form form={form} action={<Trans>Continue</Trans>}>
        <NewPasswordFields form={form} label={t`New password`} repeatedLabel={t`Confirm new password`} />
      </Form>
    </>
  );
}
