import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Form } from '@tern/ui/form';
import { PasswordField } from '@tern/ui/password-field';
import { api } from '../../../shared/api.ts';
import {
  emptyProvenTarget,
  fieldsOfProvenTarget,
  findProvenTargetFaults,
  type ProvenTarget,
} from '../../../shared/register+safety/proven-target.ts';
import { ProvenTargetFields } from '../../../shared/register+safety/proven-target-fields.tsx';
import { keptOfProvenTarget } from '../../../shared/register+safety/kept-of-proven-target.ts';
import { toTargetInput } from '../../../shared/target-draft.ts';
import { useKeptForm } from '../../../shared/use-kept-form.ts';
import type { FieldsOfProblems } from '../../../shared/use-problem-form.ts';

type FactorsLostDraft = ProvenTarget & { loginPassword: string };

const fields: FieldsOfProblems<FactorsLostDraft> = {
  ...fieldsOfProvenTarget,
  LOGIN_PASSWORD_WRONG: 'loginPassword',
  LOGIN_PAUSED: 'loginPassword',
};

/** Phone or e-mail, the code sent there, and the login password. */
export function FactorsLostForm(props: { onDone: (readyAt: string) => void }) {
  const { t, i18n } = useLingui();
  const sending = useMutation({
    mutationFn: ({ target, loginPassword, challengeId = '', code }: FactorsLostDraft) =>
      api.protection.startFactorReset({ target: toTargetInput(target), loginPassword, challengeId, code }),
    onSuccess: ({ readyAt }) => {
      form.forget();
      props.onDone(readyAt);
    },
  });
  const form = useKeptForm<FactorsLostDraft>({
    keep: { form: 'factors-lost', fields: keptOfProvenTarget },
    start: () => ({ ...emptyProvenTarget(), loginPassword: '' }),
    findFaults: (draft) => ({
      ...findProvenTargetFaults(draft),
      loginPassword: draft.loginPassword === '' ? t`Enter your login password` : undefined,
    }),
    fields,
    sending,
    submit: sending.mutate,
  });
  return (
    <Form form={form} action={<Trans>Request removal</Trans>}>
      <ProvenTargetFields
        form={form}
        send={(target) => api.protection.sendFactorResetCode({ target, language: i18n.locale })}
      />
      <PasswordField
        label={t`Login password`}
        name="password"
        autoComplete="current-password"
        {...form.text('loginPassword')}
      />
    </Form>
  );
}
