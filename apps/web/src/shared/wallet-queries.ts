import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { queryTopics } from './queries.ts';

export const walletsQuery = queryOptions({
  queryKey: [queryTopics.wallets],
  queryFn: ({ signal }) => api.wallets.listWallets({}, { signal }),
});

/** Where to send money to, and what is credited. */
export function receiveQuery(walletId: string) {
  return queryOptions({
    queryKey: [queryTopics.receive, walletId],
    queryFn: ({ signal }) => api.wallets.receive({ walletId }, { signal }),
  });
}

export type ReceiveTerms = Awaited<ReturnType<typeof api.wallets.receive>>;
