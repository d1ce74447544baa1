import { useLingui } from '@lingui/react/macro';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { DatabaseIcon } from '@tern/ui/settings-icons';
import { Row } from '@tern/ui/row';
import { showToast } from '@tern/ui/toast';
import { formatBytes } from '../../../shared/format-bytes.ts';
import { accountQuery, installationQuery } from '../../../shared/queries.ts';
import { clearCache, measureCache } from './device-cache.ts';

const cacheQuery = queryOptions({
  queryKey: ['device-cache'],
  queryFn: async () => (await measureCache()) ?? null,
  staleTime: 0,
});

/** How much is stored on this device, and the way to delete it. */
export function CacheRow() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const size = useQuery(cacheQuery).data;
  const clearing = useMutation({
    mutationFn: async () => {
      await clearCache();
      // What was read is read again; who is signed in and what is installed is known already.
      const kept = [accountQuery.queryKey[0], installationQuery.queryKey[0]];
      await queries.resetQueries({ predicate: ({ queryKey }) => !kept.some((key) => key === queryKey[0]) });
    },
    onSuccess: () => showToast(t`Cache cleared`),
    onError: () => showToast(t`Clearing failed`, 'info'),
  });
  return (
    <Row
      as="button"
      slim
      disabled={clearing.isPending}
      start={<DatabaseIcon />}
      title={t`Clear cache`}
      end={size === undefined ? undefined : size === null ? t`size unknown` : <bdi dir="ltr">{formatBytes(size)}</bdi>}
      onClick={() => clearing.mutate()}
    />
  );
}
