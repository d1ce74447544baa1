import { queryOptions } from '@tanstack/react-query';
import type { AssetView } from '@tern/contracts/routes/installation';
import { api } from '../../../shared/api.ts';
import { queryTopics } from '../../../shared/queries.ts';

/** A person's alerts of one asset, and its price, which goes on moving. */
export function priceAlertsQuery(assetId: AssetView['id']) {
  return queryOptions({
    queryKey: [queryTopics.priceAlerts, assetId],
    queryFn: ({ signal }) => api.priceAlerts.listPriceAlerts({ assetId }, { signal }),
    refetchInterval: 20_000,
  });
}
