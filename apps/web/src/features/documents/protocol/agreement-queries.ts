import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../shared/api.ts';
import { queryTopics } from '../../../shared/queries.ts';

/** What the person accepted, and what waits. */
export const agreementsQuery = queryOptions({
  queryKey: [queryTopics.agreements],
  queryFn: () => api.agreements.agreements({}),
});
