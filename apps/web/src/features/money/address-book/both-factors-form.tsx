import { Trans } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { Form } from '@tern/ui/form';
import { useBackCloses } from '@tern/ui/use-back-closes';
import { useState, type ReactNode } from 'react';
import type { ProblemForm } from '../../../shared/use-problem-form.ts';
import { FactorEntry, factorLength, type EnteredFactors } from '../../../shared/money+sites/factor-entry.tsx';

export const noFactors: EnteredFactors = { tradePassword: '', authenticatorCode: '' };

/** The field a refusal of the server belongs to. */
export const fieldsOfBothFactors = {
  TRADE_PASSWORD_WRONG: 'tradePassword',
  AUTHENTICATOR_CODE_WRONG: 'authenticatorCode',
  AUTHENTICATOR_CODE_USED: 'authenticatorCode',
} as const;

/** What is filled in before the factors are asked for. */
type FieldsStep = {
  readonly fields: ReactNode;
  /** Whether they are without fault; otherwise they say so. */
  readonly check: () => boolean;
  /** The server refused one of them. */
  readonly isRefused: boolean;
  /** The same in short, above the factors. */
  readonly summary: ReactNode;
};

type BothFactorsProps = {
  form: Pick<ProblemForm<EnteredFactors>, 'draft' | 'change' | 'errorOf' | 'id' | 'alert' | 'busy' | 'submit'>;
  /** What the factors are given for. */
  action: ReactNode;
};

/** Trade password and authenticator code for what the button says. */
export function BothFactorsForm(props: BothFactorsProps & { below?: ReactNode; children: ReactNode }) {
  const { form } = props;
  const { tradePassword, authenticatorCode } = form.draft;
  const isComplete = tradePassword.length === factorLength && authenticatorCode.length === factorLength;
  return (
    <Form
      form={form}
      className="stack gap-4"
      action={props.action}
      disabled={!isComplete && !form.busy}
      below={props.below}
    >
      {props.children}
      <FactorEntry factors={form.draft} asksCode disabled={form.busy} errorOf={form.errorOf} onChange={form.change} />
    </Form>
  );
}

/** Fields first, then the factors for what they say; a field that is refused is asked for again. */
export function FieldsThenFactorsForm({ form, action, step }: BothFactorsProps & { step: FieldsStep }) {
  const [isFilled, setFilled] = useState(false);
  if (isFilled && step.isRefused) setFilled(false);
  useBackCloses(isFilled, () => {
    if (!form.busy) setFilled(false);
  });
  if (isFilled) {
    return (
      <BothFactorsForm
        form={form}
        action={action}
        below={
          <Button kind="text" block disabled={form.busy} onClick={() => setFilled(false)}>
            <Trans>Back</Trans>
          </Button>
        }
      >
        {step.summary}
      </BothFactorsForm>
    );
  }
  const filling = {
    ...form,
    submit: (event: Parameters<typeof form.submit>[0]) => {
      event.preventDefault();
      if (step.check()) setFilled(true);
    },
  };
  return (
    <Form form={filling} className="stack gap-4" action={<Trans>Continue</Trans>}>
      {step.fields}
    </Form>
  );
}
