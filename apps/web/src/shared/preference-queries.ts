import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { queryTopics } from './queries.ts';

/** What the person prefers on all their devices. Asked without the query's signal: a page that leaves must not break it off. */
export const preferencesQuery = queryOptions({
  queryKey: [queryTopics.preferences],
  queryFn: () => api.preferences.preferences({}),
});

/** Units amounts can be valued in, with their rates. */
export const currenciesQuery = queryOptions({
  queryKey: [queryTopics.currencies],
  queryFn: ({ signal }) => api.preferences.currencies({}, { signal }),
  refetchInterval: 60_000,
});
