import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../shared/api.ts';

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => api.protection.listPasskeys({}, { signal }),
});
