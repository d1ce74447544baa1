import { queryOptions } from '@tanstack/react-query';
import type { AssetView } from '@tern/contracts/routes/installation';
import { api } from '../../../shared/api.ts';
import { queryTopics } from '../../../shared/queries.ts';

/** Balances and limits of each asset of a wallet. */
export function transferOptionsQuery(walletId: string) {
  return queryOptions({
    queryKey: [queryTopics.transferOptions, walletId],
    queryFn: ({ signal }) => api.transfers.transferOptions({ walletId }, { signal }),
  });
}

/** What is known about a complete address, and the fee, which follows the network's prices. */
export function addressReportQuery(asked: { walletId: string; assetId: AssetView['id']; to: string }) {
  return queryOptions({
    queryKey: [queryTopics.addressReport, asked],
    queryFn: ({ signal }) => api.transfers.checkAddress(asked, { signal }),
    staleTime: 30_000,
  });
}
