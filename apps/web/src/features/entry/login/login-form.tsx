import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { AccountView } from '@tern/contracts/routes/identity';
import { Button } from '@tern/ui/button';
import { Alert } from '@tern/ui/notice';
import { PasswordField } from '@tern/ui/password-field';
import { useRef, useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { api } from '../../../shared/api.ts';
import { guessAreaCode } from '../../../shared/area-codes.ts';
import { focusFirstFault } from '../../../shared/focus-first-fault.ts';
import { paths } from '../../../shared/paths.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { findTargetFault, toTargetInput, type TargetDraft } from '../../../shared/target-draft.ts';
import { TargetFields } from '../../../shared/target-fields.tsx';

export type SecondStep = {
  loginId: string;
  method: 'authenticator' | 'code';
  /** Masked phone or e-mail a code was sent to. */
  sentTo: string | null;
  resendAfterSeconds: number;
};

/** Phone or e-mail and password. */
export function LoginForm(props: { onDone: (account: AccountView) => void; onSecondStep: (step: SecondStep) => void }) {
  const { t, i18n } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<TargetDraft>(() => ({
    kind: 'phone',
    areaCode: guessAreaCode(),
    number: '',
    email: '',
  }));
  const [password, setPassword] = useState('');
  const [checked, setChecked] = useState(false);
  const login = useMutation({
    mutationFn: () => api.identity.login({ target: toTargetInput(draft), password, language: i18n.locale }),
    onSuccess: (result) => (result.step === 'done' ? props.onDone(result.account) : props.onSecondStep(result)),
    onError: () => focusFirstFault(form.current),
  });

  const targetFault = findTargetFault(draft);
  const problem = login.error ? readProblem(login.error) : undefined;
  const isTargetProblem =
    problem?.code === 'PHONE_INVALID' || problem?.code === 'EMAIL_INVALID' || problem?.code === 'AREA_CODE_REQUIRED';
  const targetError = checked && targetFault ? i18n._(targetFault) : isTargetProblem ? problemText(problem) : undefined;
  const passwordError = checked && password === '' ? t`Enter your password` : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (targetFault !== undefined || password === '') {
      focusFirstFault(form.current);
      return;
    }
    login.mutate();
  }

  return (
    <form ref={form} className="stack gap-6" noValidate onSubmit={submit}>
      <div className="stack gap-4">
        <TargetFields
          draft={draft}
          error={targetError}
          onChange={(changed) => {
            login.reset();
            setDraft(changed);
            if (changed.kind !== draft.kind) setChecked(false);
          }}
        />
        <PasswordField
          label={t`Password`}
          name="password"
          autoComplete="current-password"
          value={password}
          error={passwordError}
          onChange={(event) => {
            login.reset();
            setPassword(event.target.value);
          }}
        />
        <Link className="link login-forgot" to={paths.recover}>
          <Trans>Forgot password?</Trans>
        </Link>
      </div>
      {problem && !isTargetProblem ? (
        <Alert kind="danger" announce>
          {problemText(problem)}
        </Alert>
      ) : null}
      <Button type="submit" block busy={login.isPending}>
        <Trans>Log in</Trans>
      </Button>
    </form>
  );
}
