import { implement } from '@orpc/server';
import { consoleContract } from '@tern/contracts/console-contract';
import type { Database } from '@tern/db/database';
import { verifyActions } from '../../people/operators/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import type { SearchedAssets } from '../transactions/public.ts';
import { exportLog } from './export-log.ts';
import { showLog } from './show-log.ts';

const pageRows = 50;

export function consoleLogRouter({ db, assets }: { readonly db: Database; readonly assets: SearchedAssets }) {
  const os = implement(consoleContract.log).$context<ConsoleContext>();
  return os.router({
    listActions: os.listActions
      .use(requireOperator)
      .handler(({ input }) => showLog({ db: db.kysely, assets }, { filter: input, limit: pageRows })),
    exportLog: os.exportLog
      .use(requireOperator)
      .handler(({ input, context }) => exportLog({ db, assets }, { session: context.session, filter: input })),
    verifyLog: os.verifyLog.use(requireOperator).handler(async () => {
      const { head, fault } = await verifyActions(db);
      return { head, fault: fault ?? null };
    }),
  });
}
