import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';
import { queryTopics } from '../queries.ts';

/** A time that runs out is no news of anybody: while something waits to be decided it is looked at again now and then. */
export const undecidedMs = 10_000;

/** What connected sites ask for now. */
export const siteRequestsQuery = queryOptions({
  queryKey: [queryTopics.sites, 'requests'],
  queryFn: ({ signal }) => api.walletConnections.listRequests({}, { signal }),
  refetchInterval: ({ state: { data } }) => (data === undefined || data.requests.length === 0 ? false : undecidedMs),
});
