import { infiniteQueryOptions, queryOptions, type InfiniteData } from '@tanstack/react-query';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { RecordDetailView, RecordFilter, RecordInfoView, RecordView } from '@tern/contracts/routes/records';
import { api } from '../../api.ts';
import { queryTopics } from '../../queries.ts';
import { isUnderWay } from './record-rules.ts';

export type RecordsWanted = {
  filter: RecordFilter;
  assetId?: AssetView['id'] | undefined;
  walletId?: string;
  /** ISO 8601; at or after, and before. */
  from?: string | undefined;
  until?: string | undefined;
  search?: string | undefined;
};
type RecordsPage = { records: RecordView[]; nextCursor: string | null };

/** Records page by page, newest first. */
export function recordsQuery(wanted: RecordsWanted) {
  return infiniteQueryOptions({
    queryKey: [queryTopics.records, wanted],
    queryFn: ({ signal, pageParam }) =>
      api.records.listRecords({ ...wanted, ...(pageParam === undefined ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: RecordsPage) => page.nextCursor ?? undefined,
    meta: {
      followsBlocks: (data) => (data as InfiniteData<RecordsPage>).pages.some((page) => page.records.some(isUnderWay)),
    },
  });
}

/** One record with its timeline. */
export function recordQuery(id: string) {
  return queryOptions({
    queryKey: [queryTopics.record, id],
    queryFn: ({ signal }) => api.records.record({ id }, { signal }),
    meta: { followsBlocks: (data) => isUnderWay(data as RecordDetailView) },
  });
}

/** Chain and ledger facts of a record. */
export function recordInfoQuery(id: string) {
  return queryOptions({
    queryKey: [queryTopics.recordInfo, id],
    queryFn: ({ signal }) => api.records.recordInfo({ id }, { signal }),
    meta: { followsBlocks: (data) => (data as RecordInfoView).confirmations !== null },
  });
}
