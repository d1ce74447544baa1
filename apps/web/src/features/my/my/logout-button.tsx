import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { LogOutIcon } from '@tern/ui/my-icons';
import { Sheet } from '@tern/ui/sheet';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../../shared/api.ts';
import { endSession } from '../../../shared/end-session.ts';
import { paths } from '../../../shared/paths.ts';
import { Refusal } from '../../../shared/refusal.tsx';

/** Asks first, then ends this session on the server and drops what was read about the person. */
export function LogoutButton() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const logout = useMutation({
    mutationFn: () => api.identity.logout({}),
    onSuccess: () => endSession(queries, async () => navigate(paths.login, { replace: true })),
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
        <Refusal error={logout.error} />
        <Button block busy={logout.isPending} onClick={() => logout.mutate()}>
          <Trans>Log out</Trans>
        </Button>
        <Button kind="quiet" block disabled={logout.isPending} onClick={close}>
          <Trans>Stay logged in</Trans>
        </Button>
      </Sheet>
    </>
  );
}
