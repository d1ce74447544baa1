import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '@tern/ui/toast';
import { useNavigate } from 'react-router';
import { api } from '../../../shared/api.ts';
import { paths } from '../../../shared/paths.ts';
import { readSitesAgain } from '../shared/read-sites-again.ts';

/** Turns a site down, and leaves the page once that is done. */
export function useRejecting(id: string) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => api.walletConnections.rejectConnection({ id }),
    onSuccess: async () => {
      showToast(t`Not connected`);
      await navigate(paths.connectedSites, { replace: true });
    },
    onSettled: () => readSitesAgain(queries),
  });
}
