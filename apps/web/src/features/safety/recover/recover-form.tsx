import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { Alert } from '@tern/ui/notice';
import { useRef, useState, type FormEvent } from 'react';
import { api } from '../../../shared/api.ts';
import { guessAreaCode } from '../../../shared/area-codes.ts';
import { CodeField } from '../../../shared/code-field.tsx';
import { focusFirstFault } from '../../../shared/focus-first-fault.ts';
import { NewPasswordFields } from '../shared/new-password-fields.tsx';
import {
  emptyPresentFactor,
  findPresentFactorFault,
  isPresentFactorProblem,
  toPresentFactor,
  type PresentFactorDraft,
} from '../shared/present-factor.ts';
import { PresentFactorFields } from '../shared/present-factor-fields.tsx';
import { problemText } from '../../../shared/problem-texts.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { findTargetFault, toTargetInput } from '../../../shared/target-draft.ts';
import { TargetFields } from '../../../shared/target-fields.tsx';
import { fieldOfProblem, findRecoverFaults, type RecoverDraft, type RecoverField } from './recover-draft.ts';

/**
 * Phone or e-mail, the code sent there, and the new password twice. Where an authenticator is bound the server asks for it
 * once the code is right: nobody else learns whether there is one.
 */
export function RecoverForm(props: { onDone: () => void }) {
  const { i18n } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<RecoverDraft>(() => ({
    target: { kind: 'phone', areaCode: guessAreaCode(), number: '', email: '' },
    code: '',
    password: '',
    repeated: '',
  }));
  const [challengeId, setChallengeId] = useState<string>();
  const [checked, setChecked] = useState<'nothing' | 'target' | 'all'>('nothing');
  const [factor, setFactor] = useState<PresentFactorDraft>();
  const recovery = useMutation({
    mutationFn: (proof: string) =>
      api.identity.recover({
        target: toTargetInput(draft.target),
        challengeId: proof,
        code: draft.code,
        password: draft.password,
        ...(factor === undefined ? {} : { factor: toPresentFactor(factor) }),
      }),
    onSuccess: props.onDone,
    onError: (error) => {
      if (factor === undefined && readProblem(error).code === 'PRESENT_FACTOR_REQUIRED') {
        setChecked('nothing');
        setFactor(emptyPresentFactor('authenticator'));
      }
      focusFirstFault(form.current);
    },
  });

  const faults = findRecoverFaults(draft, challengeId !== undefined);
  const factorFault = factor && findPresentFactorFault(factor);
  const problem = recovery.error ? readProblem(recovery.error) : undefined;
  const problemField = problem && problem.code !== 'NETWORK' ? fieldOfProblem[problem.code] : undefined;
  const isFactorProblem = problem !== undefined && isPresentFactorProblem(problem);
  const factorError = isFactorProblem
    ? problemText(problem)
    : checked === 'all' && factorFault
      ? i18n._(factorFault)
      : undefined;
  function errorOf(field: RecoverField): string | undefined {
    if (problem && problemField === field) return problemText(problem);
    const isChecked = checked === 'all' || (checked === 'target' && field === 'target');
    return isChecked && faults[field] ? i18n._(faults[field]) : undefined;
  }
  function change(changes: Partial<RecoverDraft>) {
    recovery.reset();
    setDraft({ ...draft, ...changes });
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked('all');
    if (Object.keys(faults).length > 0 || factorFault !== undefined || challengeId === undefined)
      focusFirstFault(form.current);
    else recovery.mutate(challengeId);
  }

  return (
    <form ref={form} className="stack gap-5" noValidate onSubmit={submit}>
      <TargetFields
        draft={draft.target}
        error={errorOf('target')}
        onChange={(target) => {
          // A code proves one phone or e-mail only, and so does what was learnt about its account.
          setChallengeId(undefined);
          setFactor(undefined);
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
        send={() => api.identity.sendRecoveryCode({ target: toTargetInput(draft.target), language: i18n.locale })}
        onSent={(id) => {
          setChallengeId(id);
          setChecked('nothing');
          change({ code: '' });
        }}
        onChange={(code) => change({ code })}
      />
      <NewPasswordFields
        password={draft.password}
        repeated={draft.repeated}
        passwordError={errorOf('password')}
        repeatedError={errorOf('repeated')}
        onChange={change}
      />
      {factor === undefined ? null : (
        <PresentFactorFields
          kinds={['authenticator', 'recovery-code']}
          draft={factor}
          error={factorError}
          onChange={(changes) => {
            recovery.reset();
            setFactor({ ...factor, ...changes });
          }}
        />
      )}
      {problem && problemField === undefined && !isFactorProblem ? (
        <Alert kind="danger" announce>
          {problemText(problem)}
        </Alert>
      ) : null}
      <Button type="submit" block busy={recovery.isPending}>
        <Trans>Set the new password</Trans>
      </Button>
    </form>
  );
}
