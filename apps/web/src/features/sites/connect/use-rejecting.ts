import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '@tern/ui/toast';
import { useNavigate } from 'react-router';
import { api } from '../../../shared/api.ts';
import { paths } from '../../../shared/paths.ts';
import { queryTopics } from '../../../shared/queries.ts';

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
    onSettled: () => readConnectionsAgain(queries),
  });
}

/** After something about a connection was decided here. */
export async function readConnectionsAgain(queries: ReturnType<typeof useQueryClient>): Promise<void> {
  const topics = [queryTopics.siteConnections, queryTopics.siteConnection];
  await Promise.all(topics.map((topic) => queries.invalidateQueries({ queryKey: [topic] })));
}
