import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { AccountView } from '@tern/contracts/routes/identity';
import { Button } from '@tern/ui/button';
import { CodeBoxes } from '@tern/ui/code-boxes';
import { Alert } from '@tern/ui/notice';
import { useState, type FormEvent } from 'react';
import { api } from '../../../shared/api.ts';
import { CopyButton } from '../../../shared/inside/copy-button.tsx';
import { problemText } from '../../../shared/problem-texts.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { QrCode } from './qr-code.tsx';
import { StepHead } from '../shared/step-head.tsx';

export type Binding = Awaited<ReturnType<typeof api.identity.beginAuthenticator>>;

/** The key as a code to scan and as text, and the field for the first code made with it. */
export function BindKey(props: {
  binding: Binding;
  onBound: (account: AccountView, recoveryCodes: readonly string[]) => void;
  onStartAgain: () => void;
}) {
  const { t } = useLingui();
  const { binding } = props;
  const [code, setCode] = useState('');
  const confirming = useMutation({
    mutationFn: (given: string) => api.identity.confirmAuthenticator({ bindingId: binding.bindingId, code: given }),
    onSuccess: ({ account, recoveryCodes }) => props.onBound(account, recoveryCodes),
    onError: () => setCode(''),
  });
  const problem = confirming.error ? readProblem(confirming.error) : undefined;
  const isOver = problem?.code === 'BINDING_EXPIRED' || problem?.code === 'AUTHENTICATOR_ALREADY_BOUND';
  const isCodeProblem = problem?.code === 'AUTHENTICATOR_CODE_WRONG';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (code.length === 6) confirming.mutate(code);
  }
  if (isOver) {
    return (
      <>
        <Alert kind="warning" announce>
          {problemText(problem)}
        </Alert>
        <Button block onClick={props.onStartAgain}>
          <Trans>Start again</Trans>
        </Button>
      </>
    );
  }
  return (
    <>
      <StepHead step={2} total={2} title={<Trans>Give the key to your app</Trans>}>
        <p>
          <Trans>Scan it with the app, or enter it there by hand. It is shown only now.</Trans>
        </p>
      </StepHead>
      <div className="factors-key">
        <QrCode text={binding.uri} label={t`QR code of the key, the same as the text below`} />
        <div className="factors-secret">
          <p className="stack">
            <span className="caption">
              <Trans>Key</Trans>
            </span>
            <bdi dir="ltr" className="factors-secret-text" translate="no">
              {binding.secret.replace(/(.{4})(?=.)/g, '$1 ')}
            </bdi>
          </p>
          <CopyButton text={binding.secret} label={t`Copy the key`} done={t`Key copied`} />
        </div>
        <a className="link factors-open" href={binding.uri}>
          <Trans>Open it in an app on this device</Trans>
        </a>
      </div>
      <form className="stack gap-5" noValidate onSubmit={submit}>
        <CodeBoxes
          label={t`Code shown by the app`}
          value={code}
          disabled={confirming.isPending}
          error={isCodeProblem ? problemText(problem) : undefined}
          onChange={(value) => {
            if (value !== '') confirming.reset();
            setCode(value);
          }}
          onComplete={(value) => confirming.mutate(value)}
        />
        {problem && !isCodeProblem ? (
          <Alert kind="danger" announce>
            {problemText(problem)}
          </Alert>
        ) : null}
        <Button type="submit" block busy={confirming.isPending} disabled={code.length < 6 && !confirming.isPending}>
          {code.length < 6 && !confirming.isPending ? <Trans>Enter the code</Trans> : <Trans>Bind</Trans>}
        </Button>
      </form>
    </>
  );
}
