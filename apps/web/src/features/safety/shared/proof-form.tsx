import { useLingui } from '@lingui/react/macro';
import type { PresentFactor } from '@tern/contracts/routes/identity';
import { Form } from '@tern/ui/form';
import { PasswordField } from '@tern/ui/password-field';
import type { Sending } from '@tern/ui/use-form';
import type { ReactNode } from 'react';
import { CodeField, type Challenge } from '../../../shared/code-field.tsx';
import { readText } from '../../../shared/kept-fields.ts';
import { useKeptForm } from '../../../shared/use-kept-form.ts';
import type { ProblemForm } from '../../../shared/use-problem-form.ts';
import { findProofFaults, findProofField, type IdentityProof } from './identity-proof.ts';
import { PresentFactorFields } from './present-factor-fields.tsx';
import { emptyPresentFactor, toPresentFactor, type PresentFactorKind } from './present-factor.ts';

export type GivenProof = { loginPassword: string; challengeId: string; code: string; factor?: PresentFactor };

type ProofFormProps = {
  /** What it is proof for: after a reload the code that was sent for this can still be entered. Without it, none is kept. */
  purpose?: string;
  /** Sends the code. */
  send: () => Promise<Challenge>;
  /** A further field, below the code. */
  more?: {
    findFault: (typed: string) => string | undefined;
    field: (control: { value: string; error: string | undefined; onChange: (typed: string) => void }) => ReactNode;
  };
  /** Factors of which one has to be given too; none by default. */
  factors?: readonly PresentFactorKind[];
  sending: Sending;
  submitLabel: ReactNode;
  onSubmit: (proof: GivenProof, more: string) => void;
};

/** Asks for the login password, a code to the account's own phone or e-mail, and where one is bound the present factor. */
export function ProofForm(props: ProofFormProps) {
  const { t } = useLingui();
  const kinds = props.factors ?? [];
  const form = useProofForm(props, kinds);
  const { draft, change } = form;
  return (
    <Form form={form} action={props.submitLabel}>
      <PasswordField
        label={t`Login password`}
        name="password"
        autoComplete="current-password"
        {...form.text('loginPassword')}
      />
      <CodeField
        value={draft.code}
        error={form.errorOf('code')}
        wasSent={draft.challengeId !== undefined}
        canSend={() => true}
        send={props.send}
        onSent={(challengeId) => {
          form.uncheck();
          change({ challengeId, code: '', more: '' });
        }}
        onChange={(code) => change({ code })}
      />
      {props.more?.field({ value: draft.more, error: form.errorOf('more'), onChange: (more) => change({ more }) })}
      {kinds.length > 0 ? (
        <PresentFactorFields
          kinds={kinds}
          draft={draft.factor}
          error={form.errorOf('factor')}
          onChange={(changes) => change({ factor: { ...draft.factor, ...changes } })}
        />
      ) : null}
    </Form>
  );
}

function useProofForm(props: ProofFormProps, kinds: readonly PresentFactorKind[]): ProblemForm<IdentityProof> {
  return useKeptForm({
    keep: {
      form: `proof-${props.purpose ?? ''}`,
      fields: props.purpose === undefined ? {} : { challengeId: readText },
    },
    start: (): IdentityProof => ({
      loginPassword: '',
      challengeId: undefined,
      code: '',
      factor: emptyPresentFactor(kinds[0] ?? 'authenticator'),
      more: '',
    }),
    findFaults: (proof) => ({ ...findProofFaults(proof, kinds), more: props.more?.findFault(proof.more) }),
    fields: (problem) => findProofField(problem, kinds),
    sending: props.sending,
    submit: ({ loginPassword, challengeId = '', code, factor, more }) =>
      props.onSubmit(
        { loginPassword, challengeId, code, ...(kinds.length > 0 ? { factor: toPresentFactor(factor) } : {}) },
        more,
      ),
  });
}
