import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../shared/api.ts';
import { daysShown } from './ratio-course.ts';

/** The published statements, and what checking them on this device came to. */
export function publishedQuery(network: string) {
  return queryOptions({
    queryKey: ['check', network],
    queryFn: async ({ signal }) => {
      const { checkPublished, listFromSeen } = await import('./run-checks.ts');
      const snapshots = await listFromSeen(network, {
        list: (input) => api.check.listSnapshots(input, { signal }),
        limit: daysShown,
      });
      return checkPublished(network, snapshots);
    },
    // There is one each day, and the person can ask again.
    staleTime: 300_000,
  });
}

/** How we kept the rules that we hold ourselves to. */
export const conductQuery = queryOptions({
  queryKey: ['check', 'conduct'],
  queryFn: ({ signal }) => api.check.conduct({}, { signal }),
  // The server counts again after as long.
  staleTime: 300_000,
});

/** All fees and limits there were. */
export const termsQuery = queryOptions({
  queryKey: ['check', 'terms'],
  queryFn: ({ signal }) => api.terms.terms({}, { signal }),
  staleTime: 300_000,
});
