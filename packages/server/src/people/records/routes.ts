import { implement } from '@orpc/server';
import { contract } from '@tern/contracts/contract';
import { requireSession, type ApiContext } from '../../platform/api-context.ts';
import { getRecordInfo, type GetRecordInfoDeps } from './get-record-info.ts';
import { getRecord } from './get-record.ts';
import { listRecords } from './list-records.ts';
import { readRecordSearch, type SearchedAssets } from './read-record-search.ts';

export type RecordsDeps = GetRecordInfoDeps & { readonly assets: SearchedAssets };

export function recordsRouter(deps: RecordsDeps) {
  const os = implement(contract.records).$context<ApiContext>();
  return os.router({
    listRecords: os.listRecords.use(requireSession).handler(async ({ input, context }) => {
      const { personId } = context.session;
      return listRecords(deps, {
        ...input,
        personId,
        search: await readRecordSearch(deps, { personId, search: input.search }),
      });
    }),
    record: os.record
      .use(requireSession)
      .handler(({ input, context }) => getRecord(deps, { personId: context.session.personId, recordId: input.id })),
    recordInfo: os.recordInfo
      .use(requireSession)
      .handler(({ input, context }) => getRecordInfo(deps, { personId: context.session.personId, recordId: input.id })),
  });
}
