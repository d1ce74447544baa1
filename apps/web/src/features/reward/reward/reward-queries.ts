import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { DistributionView, PoolView } from '@tern/contracts/routes/pool';
import { api } from '../../../shared/api.ts';
import { queryTopics } from '../../../shared/queries.ts';

export type PoolNow = PoolView & {
  /** The next distribution by this device's clock, whatever that shows: the server's time left, from the answer on. */
  nextAtMs: number;
};

/** The pool as it is now; asked more often while a distribution is due or under way. */
export const poolQuery = queryOptions({
  queryKey: [queryTopics.pool],
  queryFn: async ({ signal }): Promise<PoolNow> => {
    const pool = await api.pool.pool({}, { signal });
    return { ...pool, nextAtMs: Date.now() + Date.parse(pool.nextAt) - Date.parse(pool.server) };
  },
  refetchInterval: ({ state: { data } }) =>
    data !== undefined && (data.underWay !== null || data.nextAtMs <= Date.now()) ? 5_000 : 60_000,
});

type DistributionsPage = { distributions: DistributionView[]; nextBefore: string | null };

/** Past distributions page by page, newest first. */
export const distributionsQuery = infiniteQueryOptions({
  queryKey: [queryTopics.distributions],
  queryFn: ({ signal, pageParam }) =>
    api.pool.listDistributions(pageParam === undefined ? {} : { before: pageParam }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: DistributionsPage) => page.nextBefore ?? undefined,
});
