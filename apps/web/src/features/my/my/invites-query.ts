import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../shared/api.ts';
import { queryTopics } from '../../../shared/queries.ts';

/** How many people registered with the person's invite code. */
export const invitesQuery = queryOptions({
  queryKey: [queryTopics.profile, 'invites'],
  queryFn: ({ signal }) => api.profile.invites({}, { signal }),
});
