import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** What is set aside and open, and what is proposed or was decided. */
export const changesQuery = queryOptions({
  queryKey: ['changes'],
  queryFn: () => api.changes.showChanges(),
  refetchInterval: 10_000,
});
