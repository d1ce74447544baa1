import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { AccountView } from '@tern/contracts/routes/identity';
import { Button } from '@tern/ui/button';
import { CodeBoxes } from '@tern/ui/code-boxes';
import { TextField } from '@tern/ui/text-field';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../../shared/api.ts';
import { DevelopmentInboxHint } from '../../../shared/development-inbox-hint.tsx';
import { paths } from '../../../shared/paths.ts';
import { useProblemForm, type ProblemForm } from '../../../shared/use-problem-form.ts';
import { ResendButton } from './resend-button.tsx';
import type { SecondStep } from './login-form.tsx';

/** The code that a new device, or an account with an authenticator, asks for. */
export function SecondStepForm(props: {
  step: SecondStep;
  onDone: (account: AccountView) => void;
  onBack: () => void;
}) {
  const { loginId, method, resendAfterSeconds } = props.step;
  const [isLost, setLost] = useState(false);
  const sending = useMutation({
    mutationFn: ({ code }: { code: string }) =>
      api.identity.finishLogin({ loginId, ...(isLost ? { recoveryCode: code } : { code }) }),
    onSuccess: props.onDone,
    onError: () => {
      form.fill({ code: '' });
    },
  });
  const form = useProblemForm({
    start: { code: '' },
    fields: () => 'code',
    sending,
    submit: (draft) => {
      if (isComplete) sending.mutate(draft);
    },
  });
  const { problem, busy } = form;
  const { code } = form.draft;
  const isComplete = isLost ? code.trim() !== '' : code.length === 6;
  const isOver = problem?.code === 'LOGIN_STEP_EXPIRED' || problem?.code === 'CODE_EXHAUSTED';
  return (
    <form id={form.id} className="stack gap-6" noValidate onSubmit={form.submit}>
      <Head step={props.step} isLost={isLost} />
      <CodeInput key={String(isLost)} form={form} method={isLost ? 'recovery' : method} onComplete={sending.mutate} />
      {method === 'code' ? (
        <div className="stack gap-2">
          <ResendButton
            firstWaitSeconds={resendAfterSeconds}
            send={async () => (await api.identity.resendLoginCode({ loginId })).resendAfterSeconds}
          />
          <DevelopmentInboxHint />
        </div>
      ) : null}
      <div className="stack gap-3">
        {isOver ? null : (
          <Button type="submit" block busy={busy} disabled={!isComplete}>
            <Trans>Continue</Trans>
          </Button>
        )}
        {method === 'authenticator' ? (
          <OtherWay
            isLost={isLost}
            onTurn={() => {
              form.change({ code: '' });
              setLost(!isLost);
            }}
          />
        ) : null}
        <Button kind={isOver ? 'primary' : 'text'} block onClick={props.onBack}>
          <Trans>Back to log in</Trans>
        </Button>
      </div>
    </form>
  );
}

function Head({ step, isLost }: { step: SecondStep; isLost: boolean }) {
  return (
    <div className="stack gap-2">
      <h1 className="title-1" tabIndex={-1}>
        <Trans>Confirm it’s you</Trans>
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
  );
}

function CodeInput(props: {
  form: ProblemForm<{ code: string }>;
  method: SecondStep['method'] | 'recovery';
  onComplete: (draft: { code: string }) => void;
}) {
  const { t } = useLingui();
  const { form, method } = props;
  const input = useRef<HTMLInputElement>(null);
  // The field took the place of another one: without this, keyboards and readers would be left nowhere.
  useEffect(() => input.current?.focus(), []);
  if (method === 'recovery') {
    return (
      <TextField
        label={t`Recovery code`}
        name="recovery-code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        ltr
        ref={input}
        value={form.draft.code}
        error={form.errorOf('code')}
        onChange={(event) => form.change({ code: event.target.value.slice(0, 40) })}
      />
    );
  }
  return (
    <CodeBoxes
      label={method === 'authenticator' ? t`Authenticator code` : t`Verification code`}
      value={form.draft.code}
      inputRef={input}
      disabled={form.busy}
      error={form.errorOf('code')}
      onChange={(code) => (code === '' ? form.fill : form.change)({ code })}
      onComplete={(code) => props.onComplete({ code })}
    />
  );
}

/** A recovery code in place of the authenticator, and back; and what to do without either. */
function OtherWay(props: { isLost: boolean; onTurn: () => void }) {
  return (
    <>
      <Button kind="text" block onClick={props.onTurn}>
        {props.isLost ? <Trans>Use the authenticator</Trans> : <Trans>Use a recovery code</Trans>}
      </Button>
      {props.isLost ? (
        <Button as={Link} to={paths.factorsLost} kind="text" block>
          <Trans>I’ve lost my recovery codes too</Trans>
        </Button>
      ) : null}
    </>
  );
}
