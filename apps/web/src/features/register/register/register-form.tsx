import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { shownVersions } from '@tern/contracts/shown-versions';
import type { AccountView } from '@tern/contracts/routes/identity';
import { Checkbox } from '@tern/ui/checkbox';
import { Form } from '@tern/ui/form';
import { TextField } from '@tern/ui/text-field';
import { AcceptSentence } from '../../../shared/documents+register/accept-sentence.tsx';
import { api } from '../../../shared/api.ts';
import { NewPasswordFields } from '../../../shared/register+safety/new-password-fields.tsx';
import { emptyProvenTarget } from '../../../shared/register+safety/proven-target.ts';
import { keptOfProvenTarget } from '../../../shared/register+safety/kept-of-proven-target.ts';
import { PhoneRisk } from '../../../shared/register+safety/phone-risk.tsx';
import { ProvenTargetFields } from '../../../shared/register+safety/proven-target-fields.tsx';
import { toTargetInput } from '../../../shared/target-draft.ts';
import { readText } from '../../../shared/kept-fields.ts';
import { useKeptForm } from '../../../shared/use-kept-form.ts';
import { fieldsOfRegister, findRegisterFaults, type RegisterDraft } from './register-draft.ts';

/** Everything an account needs, on one page; each refusal stands beside its field. */
export function RegisterForm(props: {
  invite: string | undefined;
  onDone: (account: AccountView, draft: RegisterDraft) => void;
}) {
  const { t, i18n } = useLingui();
  const language = i18n.locale;
  const sending = useMutation({
    mutationFn: ({ target, challengeId = '', code, password, inviteCode, termsAccepted }: RegisterDraft) =>
      api.identity.register({
        target: toTargetInput(target),
        challengeId,
        code,
        password,
        inviteCode: inviteCode.trim() === '' ? undefined : inviteCode.trim(),
        accepted: termsAccepted ? shownVersions : undefined,
        language,
      }),
    onSuccess: (account, draft) => {
      form.forget();
      props.onDone(account, draft);
    },
  });
  const form = useKeptForm<RegisterDraft>({
    keep: { form: 'register', fields: { ...keptOfProvenTarget, inviteCode: readText } },
    start: () => ({
      ...emptyProvenTarget(),
      password: '',
      repeated: '',
      inviteCode: props.invite ?? '',
      termsAccepted: false,
    }),
    findFaults: findRegisterFaults,
    fields: fieldsOfRegister,
    sending,
    submit: sending.mutate,
  });
  return (
    <Form form={form} action={<Trans>Create account</Trans>}>
      <ProvenTargetFields form={form} send={(target) => api.identity.sendRegisterCode({ target, language })} />
      {form.draft.target.kind === 'phone' ? <PhoneRisk /> : null}
      <NewPasswordFields form={form} label={t`Password`} repeatedLabel={t`Confirm password`} />
      <TextField
        label={t`Invite code (optional)`}
        name="invite"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        ltr
        maxLength={40}
        {...form.text('inviteCode')}
      />
      <Checkbox
        checked={form.draft.termsAccepted}
        error={form.errorOf('termsAccepted')}
        onChange={(termsAccepted) => form.change({ termsAccepted })}
      >
        <AcceptSentence documents={['agreement', 'privacy']} />
      </Checkbox>
    </Form>
  );
}
