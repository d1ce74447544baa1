import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../shared/api.ts';
import { queryTopics } from '../../../shared/queries.ts';

/** Turns a request down; with `pays` the site is told that the person may pay it by a transfer, and `goToPay` leads there. */
export function useTurningDown(id: string, goToPay?: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ pays = false }: { pays?: boolean }) => api.walletConnections.rejectRequest({ id, pays }),
    onSuccess: (_, { pays }) => {
      if (pays === true) goToPay?.();
    },
    onSettled: () => readRequestsAgain(queries),
  });
}

/** After something that a site asks for was decided here. */
export async function readRequestsAgain(queries: QueryClient): Promise<void> {
  const topics = [queryTopics.siteRequests, queryTopics.siteRequest];
  await Promise.all(topics.map((topic) => queries.invalidateQueries({ queryKey: [topic] })));
}
