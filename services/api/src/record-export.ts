import { Readable } from 'node:stream';
import { problem } from '@tern/contracts/problem';
import { recordQuery } from '@tern/contracts/routes/records';
import type { Database } from '@tern/db/database';
import { exportRecords, readRecordSearch, type SearchedAssets } from '@tern/server/people/records/public';
import { getOwnWallet } from '@tern/server/people/wallets/public';
import type { FastifyInstance } from 'fastify';
import { checkText } from './check-text.ts';
import { apiPolicy } from './content-security.ts';
import { requestContext } from './request-context.ts';

export type RecordExportDeps = { readonly db: Database; readonly assets: SearchedAssets };

/** A file the browser stores by itself, so it stands beside the contract's JSON: the person's own records as CSV. */
export function registerRecordExport(
  app: FastifyInstance,
  options: Parameters<typeof requestContext>[2],
  deps: RecordExportDeps,
): void {
  app.get('/api/records.csv', async (request, reply) => {
    checkText(request);
    const { session } = await requestContext(request, reply, options);
    if (session === null) throw problem('LOGIN_EXPIRED');
    const query = recordQuery.safeParse(request.query);
    if (!query.success) throw problem('INPUT_INVALID', { fields: [] });
    const { personId } = session;
    const { walletId } = query.data;
    if (walletId !== undefined) await getOwnWallet(deps.db.kysely, personId, walletId);
    const search = await readRecordSearch(deps, { personId, search: query.data.search });
    const rows = exportRecords(deps, { ...query.data, personId, search });
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="records.csv"')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store')
      .header('content-security-policy', apiPolicy)
      .send(Readable.from(rows));
  });
}
