import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { AccountView } from '@tern/contracts/routes/identity';
import { Button } from '@tern/ui/button';
import { CodeBoxes } from '@tern/ui/code-boxes';
import { Form } from '@tern/ui/form';
import { Alert } from '@tern/ui/notice';
import { api } from '../../../shared/api.ts';
import { CopyButton } from '../../../shared/inside/copy-button.tsx';
import { problemText } from '../../../shared/problem-texts.ts';
import { useProblemForm } from '../../../shared/use-problem-form.ts';
import { QrCode } from '../../../shared/my+safety/qr-code.tsx';
import { StepHead } from '../shared/step-head.tsx';

export type Binding = Awaited<ReturnType<typeof api.identity.beginAuthenticator>>;

/** The key as a code to scan and as text, and the field for the first code made with it. */
export function BindKey(props: {
  binding: Binding;
  onBound: (account: AccountView, recoveryCodes: readonly string[]) => void;
  onStartAgain: () => void;
}) {
  const { t } = useLingui();
  const { bindingId } = props.binding;
  const sending = useMutation({
    mutationFn: ({ code }: { code: string }) => api.identity.confirmAuthenticator({ bindingId, code }),
    onSuccess: ({ account, recoveryCodes }) => props.onBound(account, recoveryCodes),
    onError: () => {
      form.fill({ code: '' });
    },
  });
  const form = useProblemForm({
    start: { code: '' },
    fields: { AUTHENTICATOR_CODE_WRONG: 'code' },
    sending,
    submit: sending.mutate,
  });
  const { problem, busy } = form;
  const { code } = form.draft;
  if (problem?.code === 'BINDING_EXPIRED' || problem?.code === 'AUTHENTICATOR_ALREADY_BOUND') {
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
  const isShort = code.length < 6 && !busy;
  return (
    <>
      <StepHead step={2} total={2} title={<Trans>Add the key to your app</Trans>}>
        <p>
          <Trans>Scan the code with the app, or type in the key. We show it only once.</Trans>
        </p>
      </StepHead>
      <Key binding={props.binding} />
      <Form
        form={form}
        action={isShort ? <Trans>Enter the code</Trans> : <Trans>Bind authenticator</Trans>}
        disabled={isShort}
      >
        <CodeBoxes
          label={t`Code shown by the app`}
          value={code}
          disabled={busy}
          error={form.errorOf('code')}
          onChange={(typed) => (typed === '' ? form.fill : form.change)({ code: typed })}
          onComplete={(complete) => sending.mutate({ code: complete })}
        />
      </Form>
    </>
  );
}

function Key({ binding }: { binding: Binding }) {
  const { t } = useLingui();
  return (
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
        <CopyButton text={binding.secret} label={t`Copy key`} done={t`Key copied`} />
      </div>
      <a className="link factors-open" href={binding.uri}>
        <Trans>Open in an app on this device</Trans>
      </a>
    </div>
  );
}
