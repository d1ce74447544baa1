import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { CodeBoxes } from '@tern/ui/code-boxes';
import { Alert } from '@tern/ui/notice';
import { useState, type ReactNode } from 'react';
import { problemText } from '../../../shared/problem-texts.ts';
import type { Problem } from '../../../shared/problem.ts';

export type BothFactors = { tradePassword: string; authenticatorCode: string };

const none: BothFactors = { tradePassword: '', authenticatorCode: '' };
const length = 6;
const codeProblems: readonly Problem['code'][] = ['AUTHENTICATOR_CODE_WRONG', 'AUTHENTICATOR_CODE_USED'];

/** Trade password and authenticator code for what the button says. `elsewhere` are problems a field above shows itself. */
export function BothFactorsForm(props: {
  busy: boolean;
  problem: Problem | undefined;
  elsewhere?: readonly Problem['code'][];
  action: ReactNode;
  children?: ReactNode;
  onSubmit: (factors: BothFactors) => Promise<unknown>;
}) {
  const { t } = useLingui();
  const { problem } = props;
  const [factors, setFactors] = useState(none);
  const isComplete = factors.tradePassword.length === length && factors.authenticatorCode.length === length;
  const isPasswordWrong = problem?.code === 'TRADE_PASSWORD_WRONG';
  const isCodeWrong = problem !== undefined && codeProblems.includes(problem.code);
  const isElsewhere = problem !== undefined && (props.elsewhere ?? []).includes(problem.code);
  return (
    <form
      className="stack gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isComplete || props.busy) return;
        // Each code works once: whatever is refused needs the next one.
        void props.onSubmit(factors).finally(() => setFactors(none));
      }}
    >
      {props.children}
      <CodeBoxes
        label={t`Trade password`}
        masked
        disabled={props.busy}
        value={factors.tradePassword}
        error={isPasswordWrong && factors.tradePassword === '' ? problemText(problem) : undefined}
        onChange={(tradePassword) => setFactors({ ...factors, tradePassword })}
      />
      <CodeBoxes
        label={t`Authenticator code`}
        disabled={props.busy}
        value={factors.authenticatorCode}
        hint={<Trans>From your authenticator app. Each code works once.</Trans>}
        error={isCodeWrong && factors.authenticatorCode === '' ? problemText(problem) : undefined}
        onChange={(authenticatorCode) => setFactors({ ...factors, authenticatorCode })}
      />
      {problem && !isPasswordWrong && !isCodeWrong && !isElsewhere ? (
        <Alert kind="danger" announce>
          {problemText(problem)}
        </Alert>
      ) : null}
      <Button type="submit" block busy={props.busy} disabled={!isComplete && !props.busy}>
        {props.action}
      </Button>
    </form>
  );
}
