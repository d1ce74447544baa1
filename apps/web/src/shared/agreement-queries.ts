import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { queryTopics } from './queries.ts';

/** What the person accepted, and what waits. */
export const agreementsQuery = queryOptions({
  queryKey: [queryTopics.agreements],
  queryFn: () => api.agreements.agreements({}),
});
