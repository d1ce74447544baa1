import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { LogOutIcon } from '@tern/ui/my-icons';
import { Sheet } from '@tern/ui/sheet';
import { showToast } from '@tern/ui/toast';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useConnected } from '../../../shared/connection.ts';
import { endSession } from '../../../shared/end-session.ts';
import { paths } from '../../../shared/paths.ts';
import { Refusal } from '../../../shared/refusal.tsx';
import { logOut } from './log-out.ts';

/**
 * Asks first, then ends this session on the server and drops what was read about the person. Where nobody answers, it is dropped
 * all the same, and the session ends with the next question that reaches the server.
 */
export function LogoutButton() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const connected = useConnected();
  const later = t`Without a connection, only this device logs you out now. The server ends your session as soon as there is a connection.`;
  const logout = useMutation({
    mutationFn: logOut,
    onSuccess: async (done) => {
      await endSession(queries, async () => navigate(paths.login, { replace: true }));
      if (done === 'here') showToast(later, 'info');
    },
  });
  function close() {
    logout.reset();
    setAsking(false);
  }
  return (
    <>
      <Button kind="text" className="my-logout" onClick={() => setAsking(true)}>
        <LogOutIcon size="s" />
        <Trans>Log out</Trans>
      </Button>
      <Sheet open={asking} busy={logout.isPending} onClose={close} title={t`Log out?`}>
        <p className="ink-2">
          <Trans>
            Your money is safe, and your account stays as it is. Unsent forms are cleared. You can log in again at any
            time.
          </Trans>
        </p>
        {connected ? null : <p className="ink-2">{later}</p>}
        <Refusal error={logout.error} />
        <Button block busy={logout.isPending} needsConnection={false} onClick={() => logout.mutate()}>
          <Trans>Log out</Trans>
        </Button>
        <Button kind="quiet" block disabled={logout.isPending} onClick={close}>
          <Trans>Stay logged in</Trans>
        </Button>
      </Sheet>
    </>
  );
}
