import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** What waits, by kind: the first page and every badge show the same answer. */
export const waitingQuery = queryOptions({
  queryKey: ['waiting'],
  queryFn: () => api.home.listWaiting(),
  refetchInterval: 10_000,
});
