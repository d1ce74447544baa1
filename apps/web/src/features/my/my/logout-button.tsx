import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { LogOutIcon } from '@tern/ui/inside-icons';
import { useNavigate } from 'react-router';
import { api } from '../../../shared/api.ts';
import { paths } from '../../../shared/paths.ts';
import { endSession } from '../../../shared/session.ts';
import { Refusal } from '../../../shared/refusal.tsx';

/** Ends this session on the server, then drops what was read about the person. */
export function LogoutButton() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const logout = useMutation({
    mutationFn: () => api.identity.logout({}),
    onSuccess: () => endSession(queries, async () => navigate(paths.login, { replace: true })),
  });
  return (
    <>
      <Refusal error={logout.error} />
      <Button kind="text" className="my-logout" busy={logout.isPending} onClick={() => logout.mutate()}>
        <LogOutIcon size="s" />
        <Trans>Log out</Trans>
      </Button>
    </>
  );
}
