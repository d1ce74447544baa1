import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../shared/api.ts';
import { queryTopics } from '../../../shared/queries.ts';

export const passkeysQuery = queryOptions({
  queryKey: [queryTopics.passkeys],
  queryFn: ({ signal }) => api.protection.listPasskeys({}, { signal }),
});
