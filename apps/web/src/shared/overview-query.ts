import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { queryTopics } from './queries.ts';

/** Balances, prices and value of one wallet. */
export function overviewQuery(walletId: string) {
  return queryOptions({
    queryKey: [queryTopics.overview, walletId],
    queryFn: ({ signal }) => api.wallets.overview({ walletId }, { signal }),
  });
}
