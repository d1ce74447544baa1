import { Trans, useLingui } from '@lingui/react/macro';
import { CodeBoxes } from '@tern/ui/code-boxes';
import { Form } from '@tern/ui/form';
import type { ReactNode } from 'react';
import type { ProblemForm } from '../../../shared/use-problem-form.ts';

export type BothFactors = { tradePassword: string; authenticatorCode: string };

export const noFactors: BothFactors = { tradePassword: '', authenticatorCode: '' };

/** The field a refusal of the server belongs to. */
export const fieldsOfBothFactors = {
  TRADE_PASSWORD_WRONG: 'tradePassword',
  AUTHENTICATOR_CODE_WRONG: 'authenticatorCode',
  AUTHENTICATOR_CODE_USED: 'authenticatorCode',
} as const;

const length = 6;

/** Trade password and authenticator code for what the button says. */
export function BothFactorsForm(props: {
  form: Pick<ProblemForm<BothFactors>, 'draft' | 'change' | 'errorOf' | 'id' | 'alert' | 'busy' | 'submit'>;
  action: ReactNode;
  children?: ReactNode;
}) {
  const { t } = useLingui();
  const { form } = props;
  const { tradePassword, authenticatorCode } = form.draft;
  const isComplete = tradePassword.length === length && authenticatorCode.length === length;
  return (
    <Form form={form} className="stack gap-4" action={props.action} disabled={!isComplete && !form.busy}>
      {props.children}
      <CodeBoxes
        label={t`Trade password`}
        masked
        disabled={form.busy}
        value={tradePassword}
        error={form.errorOf('tradePassword')}
        onChange={(typed) => form.change({ tradePassword: typed })}
      />
      <CodeBoxes
        label={t`Authenticator code`}
        disabled={form.busy}
        value={authenticatorCode}
        hint={<Trans>From your authenticator app. Each code works once.</Trans>}
        error={form.errorOf('authenticatorCode')}
        onChange={(typed) => form.change({ authenticatorCode: typed })}
      />
    </Form>
  );
}
