import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Form } from '@tern/ui/form';
import { useLocation } from 'react-router';
import { api } from '../../../shared/api.ts';
import { NewPasswordFields } from '../../../shared/register+safety/new-password-fields.tsx';
import { readTargetState } from '../../../shared/read-target-state.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { emptyProvenTarget } from '../../../shared/register+safety/proven-target.ts';
import { ProvenTargetFields } from '../../../shared/register+safety/proven-target-fields.tsx';
import { keptOfProvenTarget } from '../../../shared/register+safety/kept-of-proven-target.ts';
import { toTargetInput } from '../../../shared/target-draft.ts';
import { useKeptForm } from '../../../shared/use-kept-form.ts';
import { emptyPresentFactor, toPresentFactor } from '../shared/present-factor.ts';
import { PresentFactorFields } from '../shared/present-factor-fields.tsx';
import { findRecoverFaults, findRecoverField, type RecoverDraft } from './recover-draft.ts';

/**
 * Phone or e-mail, the code sent there, and the new password twice. Where an authenticator is bound the server asks for it
 * once the code is right: nobody else learns whether there is one.
 */
export function RecoverForm(props: { onDone: () => void }) {
  const { t, i18n } = useLingui();
  const typed = readTargetState(useLocation().state);
  const sending = useMutation({
    mutationFn: ({ target, challengeId = '', code, password, factor }: RecoverDraft) =>
      api.identity.recover({
        target: toTargetInput(target),
        challengeId,
        code,
        password,
        ...(factor === undefined ? {} : { factor: toPresentFactor(factor) }),
      }),
    onSuccess: () => {
      form.forget();
      props.onDone();
    },
    onError: (error, { factor }) => {
      if (factor === undefined && readProblem(error).code === 'PRESENT_FACTOR_REQUIRED') {
        form.uncheck();
        form.fill({ factor: emptyPresentFactor('authenticator') });
      }
    },
  });
  const form = useKeptForm<RecoverDraft>({
    keep: { form: 'recover', fields: keptOfProvenTarget },
    start: () => ({ ...emptyProvenTarget(typed), password: '', repeated: '', factor: undefined }),
    findFaults: findRecoverFaults,
    fields: findRecoverField,
    sending,
    submit: sending.mutate,
  });
  const { factor } = form.draft;
  return (
    <Form form={form} action={<Trans>Set new password</Trans>}>
      <ProvenTargetFields
        form={form}
        send={(target) => api.identity.sendRecoveryCode({ target, language: i18n.locale })}
        onTarget={() => form.fill({ factor: undefined })}
      />
      <NewPasswordFields form={form} label={t`New password`} repeatedLabel={t`Confirm new password`} />
      {factor === undefined ? null : (
        <PresentFactorFields
          kinds={['authenticator', 'recovery-code']}
          draft={factor}
          error={form.errorOf('factor')}
          onChange={(changes) => form.change({ factor: { ...factor, ...changes } })}
        />
      )}
    </Form>
  );
}
