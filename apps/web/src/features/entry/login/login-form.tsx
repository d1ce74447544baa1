import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { AccountView } from '@tern/contracts/routes/identity';
import { Form } from '@tern/ui/form';
import { PasswordField } from '@tern/ui/password-field';
import { Link } from 'react-router';
import { api } from '../../../shared/api.ts';
import type { KeptFields } from '../../../shared/kept-fields.ts';
import { paths } from '../../../shared/paths.ts';
import { readTarget } from '../../../shared/read-target.ts';
import { findTargetFault, toTargetInput, type TargetDraft } from '../../../shared/target-draft.ts';
import { TargetFields } from '../../../shared/target-fields.tsx';
import { useKeptForm } from '../../../shared/use-kept-form.ts';
import type { FieldsOfProblems } from '../../../shared/use-problem-form.ts';

export type SecondStep = {
  loginId: string;
  method: 'authenticator' | 'code';
  /** Masked phone or e-mail a code was sent to. */
  sentTo: string | null;
  resendAfterSeconds: number;
};

type LoginDraft = { target: TargetDraft; password: string };

/** The name under which the tab keeps whom the form is about. */
export const keptAs = 'login';
const keptFields: KeptFields<LoginDraft> = { target: readTarget };

/** The field a refusal of the server belongs to; which of the two is wrong is said to nobody. */
const fields: FieldsOfProblems<LoginDraft> = {
  PHONE_INVALID: 'target',
  EMAIL_INVALID: 'target',
  AREA_CODE_REQUIRED: 'target',
};

/** Phone or e-mail and password. */
export function LoginForm(props: {
  target: TargetDraft;
  onDone: (account: AccountView, by: TargetDraft) => void;
  onSecondStep: (step: SecondStep, by: TargetDraft) => void;
}) {
  const { t, i18n } = useLingui();
  const sending = useMutation({
    mutationFn: ({ target, password }: LoginDraft) =>
      api.identity.login({ target: toTargetInput(target), password, language: i18n.locale }),
    onSuccess: (result, { target }) => {
      if (result.step !== 'done') return props.onSecondStep(result, target);
      form.forget();
      props.onDone(result.account, target);
    },
  });
  const form = useKeptForm<LoginDraft>({
    keep: { form: keptAs, fields: keptFields },
    start: { target: props.target, password: '' },
    findFaults: ({ target, password }) => ({
      target: findTargetFault(target),
      password: password === '' ? t`Enter your password` : undefined,
    }),
    fields,
    sending,
    submit: sending.mutate,
  });
  return (
    <Form form={form} className="stack gap-6" action={<Trans>Log in</Trans>}>
      <div className="stack gap-4">
        <TargetFields
          draft={form.draft.target}
          error={form.errorOf('target')}
          onChange={(target) => {
            form.change({ target });
            if (target.kind !== form.draft.target.kind) form.uncheck();
          }}
        />
        <PasswordField label={t`Password`} name="password" autoComplete="current-password" {...form.text('password')} />
        <Link className="link login-forgot" to={paths.recover} state={{ target: form.draft.target }}>
          <Trans>Forgot password?</Trans>
        </Link>
      </div>
    </Form>
  );
}
