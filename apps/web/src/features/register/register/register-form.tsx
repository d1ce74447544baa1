import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { shownVersions } from '@tern/contracts/shown-versions';
import type { AccountView } from '@tern/contracts/routes/identity';
import { Button } from '@tern/ui/button';
import { Checkbox } from '@tern/ui/checkbox';
import { Alert } from '@tern/ui/notice';
import { PasswordField } from '@tern/ui/password-field';
import { TextField } from '@tern/ui/text-field';
import { useRef, useState, type FormEvent } from 'react';
import { AcceptSentence } from '../../../shared/documents+register/accept-sentence.tsx';
import { api } from '../../../shared/api.ts';
import { guessAreaCode } from '../../../shared/area-codes.ts';
import { CodeField } from '../../../shared/code-field.tsx';
import { focusFirstFault } from '../../../shared/focus-first-fault.ts';
import { PasswordStrengthNote } from '../../../shared/password-strength-note.tsx';
import { problemText } from '../../../shared/problem-texts.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { findTargetFault, toTargetInput } from '../../../shared/target-draft.ts';
import { TargetFields } from '../../../shared/target-fields.tsx';
import { fieldOfProblem, findRegisterFaults, type RegisterDraft, type RegisterField } from './register-draft.ts';

/** Everything an account needs, on one page; each refusal stands beside its field. */
export function RegisterForm(props: { invite: string | undefined; onDone: (account: AccountView) => void }) {
  const { t, i18n } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<RegisterDraft>(() => ({
    target: { kind: 'phone', areaCode: guessAreaCode(), number: '', email: '' },
    code: '',
    password: '',
    repeated: '',
    inviteCode: props.invite ?? '',
    termsAccepted: false,
  }));
  const [challengeId, setChallengeId] = useState<string>();
  const [checked, setChecked] = useState<'nothing' | 'target' | 'all'>('nothing');
  const register = useMutation({
    mutationFn: (proof: string) =>
      api.identity.register({
        target: toTargetInput(draft.target),
        challengeId: proof,
        code: draft.code,
        password: draft.password,
        inviteCode: draft.inviteCode.trim() === '' ? undefined : draft.inviteCode.trim(),
        accepted: draft.termsAccepted ? shownVersions : undefined,
        language: i18n.locale,
      }),
    onSuccess: props.onDone,
    onError: () => focusFirstFault(form.current),
  });

  const faults = findRegisterFaults(draft, challengeId !== undefined);
  const problem = register.error ? readProblem(register.error) : undefined;
  const problemField = problem && problem.code !== 'NETWORK' ? fieldOfProblem[problem.code] : undefined;
  function errorOf(field: RegisterField): string | undefined {
    if (problem && problemField === field) return problemText(problem);
    const isChecked = checked === 'all' || (checked === 'target' && field === 'target');
    return isChecked && faults[field] ? i18n._(faults[field]) : undefined;
  }
  function change(changes: Partial<RegisterDraft>) {
    register.reset();
    setDraft({ ...draft, ...changes });
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked('all');
    if (Object.keys(faults).length > 0 || challengeId === undefined) focusFirstFault(form.current);
    else register.mutate(challengeId);
  }

  return (
    <form ref={form} className="stack gap-5" noValidate onSubmit={submit}>
      <TargetFields
        draft={draft.target}
        error={errorOf('target')}
        onChange={(target) => {
          // A code proves one phone or e-mail only.
          setChallengeId(undefined);
          change({ target, code: '' });
          if (target.kind !== draft.target.kind) setChecked('nothing');
        }}
      />
      <CodeField
        key={draft.target.kind}
        value={draft.code}
        error={errorOf('code')}
        wasSent={challengeId !== undefined}
        canSend={() => {
          setChecked(checked === 'all' ? 'all' : 'target');
          if (findTargetFault(draft.target) === undefined) return true;
          focusFirstFault(form.current);
          return false;
        }}
        send={() => api.identity.sendRegisterCode({ target: toTargetInput(draft.target), language: i18n.locale })}
        onSent={(id) => {
          setChallengeId(id);
          setChecked('nothing');
          change({ code: '' });
        }}
        onChange={(code) => change({ code })}
      />
      <PasswordField
        label={t`Password`}
        name="new-password"
        autoComplete="new-password"
        value={draft.password}
        error={errorOf('password')}
        onChange={(event) => change({ password: event.target.value })}
      />
      <PasswordStrengthNote password={draft.password} />
      <PasswordField
        label={t`Password again`}
        name="repeated-password"
        autoComplete="new-password"
        value={draft.repeated}
        error={errorOf('repeated')}
        onChange={(event) => change({ repeated: event.target.value })}
      />
      <TextField
        label={t`Invite code (optional)`}
        name="invite"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        ltr
        maxLength={40}
        value={draft.inviteCode}
        error={errorOf('inviteCode')}
        onChange={(event) => change({ inviteCode: event.target.value })}
      />
      <Checkbox
        checked={draft.termsAccepted}
        error={errorOf('terms')}
        onChange={(termsAccepted) => change({ termsAccepted })}
      >
        <AcceptSentence documents={['agreement', 'privacy']} />
      </Checkbox>
      {problem && problemField === undefined ? (
        <Alert kind="danger" announce>
          {problemText(problem)}
        </Alert>
      ) : null}
      <Button type="submit" block busy={register.isPending}>
        <Trans>Create account</Trans>
      </Button>
    </form>
  );
}
