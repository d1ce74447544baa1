import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { AccountView } from '@tern/contracts/routes/identity';
import { Button } from '@tern/ui/button';
import { CodeBoxes } from '@tern/ui/code-boxes';
import { TextField } from '@tern/ui/text-field';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { api } from '../../../shared/api.ts';
import { DevelopmentInboxHint } from '../../../shared/development-inbox-hint.tsx';
import { paths } from '../../../shared/paths.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { ResendButton } from './resend-button.tsx';
import type { SecondStep } from './login-form.tsx';

/** The code that a new device, or an account with an authenticator, asks for. */
export function SecondStepForm(props: {
  step: SecondStep;
  onDone: (account: AccountView) => void;
  onBack: () => void;
}) {
  const { t } = useLingui();
  const { step } = props;
  const [code, setCode] = useState('');
  const [isLost, setLost] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // The form took the place of another one: without this, keyboards and readers would be left nowhere.
  useEffect(() => input.current?.focus(), [isLost]);
  const finish = useMutation({
    mutationFn: (given: { code: string } | { recoveryCode: string }) =>
      api.identity.finishLogin({ loginId: step.loginId, ...given }),
    onSuccess: props.onDone,
    onError: () => setCode(''),
  });

  const problem = finish.error ? readProblem(finish.error) : undefined;
  const isOver = problem?.code === 'LOGIN_STEP_EXPIRED' || problem?.code === 'CODE_EXHAUSTED';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isLost && code.trim() !== '') finish.mutate({ recoveryCode: code });
    else if (!isLost && code.length === 6) finish.mutate({ code });
  }

  return (
    <form className="stack gap-6" noValidate onSubmit={submit}>
      <div className="stack gap-2">
        <h1 className="title-1" tabIndex={-1}>
          <Trans>Is it you?</Trans>
        </h1>
        <p className="ink-2">
          {isLost ? (
            <Trans>Enter one of the ten codes you saved when you bound the authenticator. Each works once.</Trans>
          ) : step.method === 'authenticator' ? (
            <Trans>Enter the code from your authenticator app.</Trans>
          ) : (
            <Trans>
              This device is new. We sent a code to <bdi dir="ltr">{step.sentTo}</bdi>.
            </Trans>
          )}
        </p>
      </div>
      {isLost ? (
        <TextField
          label={t`Recovery code`}
          name="recovery-code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          ltr
          ref={input}
          value={code}
          error={problem ? problemText(problem) : undefined}
          onChange={(event) => {
            finish.reset();
            setCode(event.target.value.slice(0, 40));
          }}
        />
      ) : (
        <CodeBoxes
          label={step.method === 'authenticator' ? t`Authenticator code` : t`Verification code`}
          value={code}
          inputRef={input}
          disabled={finish.isPending}
          error={problem ? problemText(problem) : undefined}
          onChange={(value) => {
            if (value !== '') finish.reset();
            setCode(value);
          }}
          onComplete={(value) => finish.mutate({ code: value })}
        />
      )}
      {step.method === 'code' ? (
        <div className="stack gap-2">
          <ResendButton
            firstWaitSeconds={step.resendAfterSeconds}
            send={async () => (await api.identity.resendLoginCode({ loginId: step.loginId })).resendAfterSeconds}
          />
          <DevelopmentInboxHint />
        </div>
      ) : null}
      <div className="stack gap-3">
        {isOver ? null : (
          <Button type="submit" block busy={finish.isPending} disabled={isLost ? code.trim() === '' : code.length < 6}>
            <Trans>Continue</Trans>
          </Button>
        )}
        {step.method === 'authenticator' ? (
          <>
            <Button
              kind="text"
              block
              onClick={() => {
                finish.reset();
                setCode('');
                setLost(!isLost);
              }}
            >
              {isLost ? <Trans>Use the authenticator</Trans> : <Trans>Use a recovery code</Trans>}
            </Button>
            {isLost ? (
              <Button as={Link} to={paths.factorsLost} kind="text" block>
                <Trans>I have lost these too</Trans>
              </Button>
            ) : null}
          </>
        ) : null}
        <Button kind={isOver ? 'primary' : 'text'} block onClick={props.onBack}>
          <Trans>Back to log in</Trans>
        </Button>
      </div>
    </form>
  );
}
