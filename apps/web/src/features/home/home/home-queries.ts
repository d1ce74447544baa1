import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AssetSettings, PriceRange } from '@tern/contracts/routes/home';
import { api } from '../../../shared/api.ts';
import { queryTopics } from '../../../shared/queries.ts';

/** What prices did to a wallet's value in a day. It follows prices, which change by the minute. */
export function dayChangeQuery(walletId: string) {
  return queryOptions({
    queryKey: [queryTopics.dayChange, walletId],
    queryFn: ({ signal }) => api.home.dayChange({ walletId }, { signal }),
    staleTime: 60_000,
  });
}

/** What assets cost over a range, with gaps. */
export function priceHistoryQuery(range: PriceRange) {
  return queryOptions({
    queryKey: [queryTopics.priceHistory, range],
    queryFn: ({ signal }) => api.home.priceHistory({ range }, { signal }),
    staleTime: 60_000,
    refetchInterval: 5 * 60_000,
  });
}

export const assetSettingsQuery = queryOptions({
  queryKey: [queryTopics.assetSettings],
  queryFn: ({ signal }) => api.home.assetSettings({}, { signal }),
});

/** Changes how the assets are listed: shown at once, and taken back should the server refuse. */
export function useAssetSettingsChange() {
  const queries = useQueryClient();
  const { queryKey } = assetSettingsQuery;
  return useMutation({
    mutationFn: (settings: AssetSettings) => api.home.setAssetSettings(settings),
    onMutate: (settings) => {
      const before = queries.getQueryData(queryKey);
      queries.setQueryData(queryKey, settings);
      return before;
    },
    onError: (_error, _settings, before) => {
      queries.setQueryData(queryKey, before);
    },
  });
}
