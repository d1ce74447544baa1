import { useLingui } from '@lingui/react/macro';
import type { PresentFactor } from '@tern/contracts/routes/identity';
import { Button } from '@tern/ui/button';
import { Alert } from '@tern/ui/notice';
import { PasswordField } from '@tern/ui/password-field';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { CodeField, type Challenge } from '../../../shared/code-field.tsx';
import { focusFirstFault } from '../../../shared/focus-first-fault.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import type { Problem } from '../../../shared/problem.ts';
import {
  emptyPresentFactor,
  findPresentFactorFault,
  isPresentFactorProblem,
  toPresentFactor,
  type PresentFactorDraft,
  type PresentFactorKind,
} from './present-factor.ts';
import { PresentFactorFields } from './present-factor-fields.tsx';
import { emptyProof, findProofFaults, findProofField, type IdentityProof, type ProofField } from './identity-proof.ts';

export type GivenProof = { loginPassword: string; challengeId: string; code: string; factor?: PresentFactor };

/** Asks for the login password, a code to the account's own phone or e-mail, and where one is bound the present factor. */
export function ProofForm(props: {
  /** Sends the code. */
  send: () => Promise<Challenge>;
  /** What else is asked for, below the code; `isComplete` says whether it is there. */
  more?: { fields: (isChecked: boolean) => ReactNode; isComplete: boolean };
  /** Factors of which one has to be given too; none by default. */
  factors?: readonly PresentFactorKind[];
  busy: boolean;
  problem: Problem | undefined;
  submitLabel: ReactNode;
  onChange: () => void;
  onSubmit: (proof: GivenProof) => void;
}) {
  const { t, i18n } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const [proof, setProof] = useState<IdentityProof>(emptyProof);
  const [checked, setChecked] = useState(false);
  const kinds = props.factors ?? [];
  const [factor, setFactor] = useState<PresentFactorDraft>(() => emptyPresentFactor(kinds[0] ?? 'authenticator'));
  const { problem } = props;
  const faults = findProofFaults(proof);
  const problemField = problem && findProofField(problem);
  const factorFault = kinds.length > 0 ? findPresentFactorFault(factor) : undefined;
  const isFactorProblem = problem !== undefined && kinds.length > 0 && isPresentFactorProblem(problem);
  const factorError = isFactorProblem ? problemText(problem) : checked && factorFault ? i18n._(factorFault) : undefined;

  function errorOf(field: ProofField): string | undefined {
    if (problem && problemField === field) return problemText(problem);
    return checked && faults[field] ? i18n._(faults[field]) : undefined;
  }
  function change(changes: Partial<IdentityProof>) {
    props.onChange();
    setProof((current) => ({ ...current, ...changes }));
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    const { challengeId } = proof;
    const isIncomplete =
      Object.keys(faults).length > 0 || factorFault !== undefined || props.more?.isComplete === false;
    if (isIncomplete || challengeId === undefined) focusFirstFault(form.current);
    else props.onSubmit({ ...proof, challengeId, ...(kinds.length > 0 ? { factor: toPresentFactor(factor) } : {}) });
  }

  return (
    <form ref={form} className="stack gap-5" noValidate onSubmit={submit}>
      <PasswordField
        label={t`Login password`}
        name="password"
        autoComplete="current-password"
        value={proof.loginPassword}
        error={errorOf('loginPassword')}
        onChange={(event) => change({ loginPassword: event.target.value })}
      />
      <CodeField
        value={proof.code}
        error={errorOf('code')}
        wasSent={proof.challengeId !== undefined}
        canSend={() => true}
        send={props.send}
        onSent={(challengeId) => {
          setChecked(false);
          change({ challengeId, code: '' });
        }}
        onChange={(code) => change({ code })}
      />
      {props.more?.fields(checked)}
      {kinds.length > 0 ? (
        <PresentFactorFields
          kinds={kinds}
          draft={factor}
          error={factorError}
          onChange={(changes) => {
            props.onChange();
            setFactor((current) => ({ ...current, ...changes }));
          }}
        />
      ) : null}
      {problem && problemField === undefined && !isFactorProblem ? (
        <Alert kind="danger" announce>
          {problemText(problem)}
        </Alert>
      ) : null}
      <Button type="submit" block busy={props.busy}>
        {props.submitLabel}
      </Button>
    </form>
  );
}
