import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../shared/api.ts';
import { queryTopics } from '../../../shared/queries.ts';
import { undecidedMs } from '../../../shared/inside/site-requests-query.ts';

/** Sites that are connected or ask to be. */
export const siteConnectionsQuery = queryOptions({
  queryKey: [queryTopics.sites, 'connections'],
  queryFn: ({ signal }) => api.walletConnections.listConnections({}, { signal }),
});

export function siteConnectionQuery(id: string) {
  return queryOptions({
    queryKey: [queryTopics.sites, 'connection', id],
    queryFn: ({ signal }) => api.walletConnections.connection({ id }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.phase === 'active' || data?.phase === 'over' ? false : undecidedMs,
  });
}

export function siteRequestQuery(id: string) {
  return queryOptions({
    queryKey: [queryTopics.sites, 'request', id],
    queryFn: ({ signal }) => api.walletConnections.request({ id }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'waiting' || data?.state === 'agreed' ? undecidedMs : false,
  });
}
