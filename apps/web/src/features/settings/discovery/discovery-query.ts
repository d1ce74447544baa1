import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../shared/api.ts';

/** By what others can find the person, and the name they then see. */
export const discoveryQuery = queryOptions({
  queryKey: ['discovery'],
  queryFn: ({ signal }) => api.discovery.discovery({}, { signal }),
});
