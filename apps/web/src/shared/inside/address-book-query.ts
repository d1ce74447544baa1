import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';
import { queryTopics } from '../queries.ts';

/** Saved and recent addresses, and the person's rules about which may be paid. */
export const addressBookQuery = queryOptions({
  queryKey: [queryTopics.addressBook],
  queryFn: ({ signal }) => api.addressBook.addressBook({}, { signal }),
});
