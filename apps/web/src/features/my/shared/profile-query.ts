import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../shared/api.ts';
import { queryTopics } from '../../../shared/queries.ts';

/** What the person says of themselves, with the path of their picture. */
export const profileQuery = queryOptions({
  queryKey: [queryTopics.profile],
  queryFn: ({ signal }) => api.profile.profile({}, { signal }),
});
