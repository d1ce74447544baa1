import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { AccountView } from '@tern/contracts/routes/identity';
import { Button } from '@tern/ui/button';
import { FingerprintIcon } from '@tern/ui/fingerprint-icon';
import { Alert } from '@tern/ui/notice';
import { problemText } from '../../../shared/problem-texts.ts';
import { readProblem } from '../../../shared/read-problem.ts';

/** Logs in with a passkey; for browsers that have them. What it takes is loaded with the press. */
export function PasskeyButton(props: { onDone: (account: AccountView) => void }) {
  const login = useMutation({
    mutationFn: async () => {
      const { logInByPasskey } = await import('./log-in-by-passkey.ts');
      return logInByPasskey();
    },
    onSuccess: (account) => {
      if (account !== undefined) props.onDone(account);
    },
  });
  return (
    <div className="stack gap-3">
      {login.error ? (
        <Alert kind="danger" announce>
          {problemText(readProblem(login.error))}
        </Alert>
      ) : login.isSuccess && login.data === undefined ? (
        <Alert kind="info" announce>
          <Trans>No passkey was used. You can try again, or log in with your password.</Trans>
        </Alert>
      ) : null}
      <Button kind="quiet" block busy={login.isPending} onClick={() => login.mutate()}>
        <FingerprintIcon size="s" />
        <Trans>Log in with a passkey</Trans>
      </Button>
    </div>
  );
}
