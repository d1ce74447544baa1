import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';

/** The numbers that the help page names. */
export const rulesQuery = queryOptions({
  queryKey: ['rules'],
  queryFn: ({ signal }) => api.installation.rules({}, { signal }),
});
