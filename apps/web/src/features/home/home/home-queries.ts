import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AssetSettings, ChartRange, WorthView } from '@tern/contracts/routes/home';
import { api } from '../../../shared/api.ts';
import { queryTopics } from '../../../shared/queries.ts';

/** What a wallet was worth over a range. Until another range is read, the one before stands. */
export function worthQuery(walletId: string, range: ChartRange) {
  return queryOptions({
    queryKey: [queryTopics.worth, walletId, range],
    queryFn: ({ signal }) => api.home.worth({ walletId, range }, { signal }),
    staleTime: 60_000,
    refetchInterval: 60_000,
    placeholderData: (before: WorthView | undefined, query) => (query?.queryKey[1] === walletId ? before : undefined),
  });
}

/** What assets cost over a range, with gaps. */
export function priceHistoryQuery(range: ChartRange) {
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
