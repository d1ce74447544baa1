import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../shared/api.ts';
import { queryTopics } from '../../../shared/queries.ts';

/** One's own complaints with their answers, newest first. */
export const complaintsQuery = queryOptions({
  queryKey: [queryTopics.complaints],
  queryFn: () => api.complaints.listComplaints({}),
});
