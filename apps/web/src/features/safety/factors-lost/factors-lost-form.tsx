import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { Alert } from '@tern/ui/notice';
import { PasswordField } from '@tern/ui/password-field';
import { useRef, useState, type FormEvent } from 'react';
import { api } from '../../../shared/api.ts';
import { guessAreaCode } from '../../../shared/area-codes.ts';
import { CodeField } from '../../../shared/code-field.tsx';
import { focusFirstFault } from '../../../shared/focus-first-fault.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import type { Problem } from '../../../shared/problem.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { findTargetFault, toTargetInput, type TargetDraft } from '../../../shared/target-draft.ts';
import { TargetFields } from '../../../shared/target-fields.tsx';

type Field = 'target' | 'code' | 'password';

const fieldOfProblem: Partial<Record<Problem['code'], Field>> = {
  PHONE_INVALID: 'target',
  AREA_CODE_REQUIRED: 'target',
  EMAIL_INVALID: 'target',
  CODE_WRONG: 'code',
  CODE_EXHAUSTED: 'code',
  CODES_LOCKED: 'code',
  LOGIN_PASSWORD_WRONG: 'password',
  LOGIN_PAUSED: 'password',
};

/** Phone or e-mail, the code sent there, and the login password. */
export function FactorsLostForm(props: { onDone: (readyAt: string) => void }) {
  const { t, i18n } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const [target, setTarget] = useState<TargetDraft>(() => ({
    kind: 'phone',
    areaCode: guessAreaCode(),
    number: '',
    email: '',
  }));
  const [code, setCode] = useState('');
  const [loginPassword, setLoginPassword] = useState('');
  const [challengeId, setChallengeId] = useState<string>();
  const [checked, setChecked] = useState<'nothing' | 'target' | 'all'>('nothing');
  const starting = useMutation({
    mutationFn: (proof: string) =>
      api.protection.startFactorReset({ target: toTargetInput(target), loginPassword, challengeId: proof, code }),
    onSuccess: ({ readyAt }) => props.onDone(readyAt),
    onError: () => focusFirstFault(form.current),
  });
  const problem = starting.error ? readProblem(starting.error) : undefined;
  const problemField = problem && fieldOfProblem[problem.code];
  const targetFault = findTargetFault(target);
  const faults: Record<Field, string | undefined> = {
    target: targetFault && i18n._(targetFault),
    code:
      challengeId === undefined
        ? t`Send a code first`
        : code.length < 6
          ? t`Enter the six digits of the code`
          : undefined,
    password: loginPassword === '' ? t`Enter your login password` : undefined,
  };
  function errorOf(field: Field): string | undefined {
    if (problem && problemField === field) return problemText(problem);
    return checked === 'all' || (checked === 'target' && field === 'target') ? faults[field] : undefined;
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked('all');
    if (Object.values(faults).some((fault) => fault !== undefined) || challengeId === undefined)
      focusFirstFault(form.current);
    else starting.mutate(challengeId);
  }
  return (
    <form ref={form} className="stack gap-5" noValidate onSubmit={submit}>
      <TargetFields
        draft={target}
        error={errorOf('target')}
        onChange={(changed) => {
          starting.reset();
          // A code proves one phone or e-mail only.
          setChallengeId(undefined);
          setCode('');
          if (changed.kind !== target.kind) setChecked('nothing');
          setTarget(changed);
        }}
      />
      <CodeField
        key={target.kind}
        value={code}
        error={errorOf('code')}
        wasSent={challengeId !== undefined}
        canSend={() => {
          setChecked(checked === 'all' ? 'all' : 'target');
          if (targetFault === undefined) return true;
          focusFirstFault(form.current);
          return false;
        }}
        send={() => api.protection.sendFactorResetCode({ target: toTargetInput(target), language: i18n.locale })}
        onSent={(id) => {
          starting.reset();
          setChallengeId(id);
          setChecked('nothing');
          setCode('');
        }}
        onChange={(value) => {
          starting.reset();
          setCode(value);
        }}
      />
      <PasswordField
        label={t`Login password`}
        name="password"
        autoComplete="current-password"
        value={loginPassword}
        error={errorOf('password')}
        onChange={(event) => {
          starting.reset();
          setLoginPassword(event.target.value);
        }}
      />
      {problem && problemField === undefined ? (
        <Alert kind="danger" announce>
          {problemText(problem)}
        </Alert>
      ) : null}
      <Button type="submit" block busy={starting.isPending}>
        <Trans>Ask for it</Trans>
      </Button>
    </form>
  );
}
