import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';
import { queryTopics } from '../queries.ts';

/** A time that runs out is no news of anybody: while something waits to be decided it is looked at again now and then. */
export const undecidedMs = 10_000;

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

/** What connected sites ask for now. */
export const siteRequestsQuery = queryOptions({
  queryKey: [queryTopics.sites, 'requests'],
  queryFn: ({ signal }) => api.walletConnections.listRequests({}, { signal }),
  refetchInterval: ({ state: { data } }) => (data === undefined || data.requests.length === 0 ? false : undecidedMs),
});

export function siteRequestQuery(id: string) {
  return queryOptions({
    queryKey: [queryTopics.sites, 'request', id],
    queryFn: ({ signal }) => api.walletConnections.request({ id }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'waiting' || data?.state === 'agreed' ? undecidedMs : false,
  });
}
