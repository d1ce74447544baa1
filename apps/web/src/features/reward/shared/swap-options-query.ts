import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../shared/api.ts';
import { queryTopics } from '../../../shared/queries.ts';

/** Pairs with their bounds, which follow prices and stock, and the terms of every swap. */
export const swapOptionsQuery = queryOptions({
  queryKey: [queryTopics.swapOptions],
  queryFn: ({ signal }) => api.swaps.swapOptions({}, { signal }),
  refetchInterval: 15_000,
});

export type SwapOptions = Awaited<ReturnType<typeof api.swaps.swapOptions>>;
