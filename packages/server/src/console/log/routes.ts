import { implement } from '@orpc/server';
import { consoleContract } from '@tern/contracts/console-contract';
import type { Database } from '@tern/db/database';
import { listActions, verifyActions } from '../../people/operators/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { exportLog } from './export-log.ts';

const pageRows = 50;

export function consoleLogRouter({ db }: { readonly db: Database }) {
  const os = implement(consoleContract.log).$context<ConsoleContext>();
  return os.router({
    listActions: os.listActions.use(requireOperator).handler(async ({ input }) => {
      const { actions, next } = await listActions(db.kysely, { ...input, limit: pageRows });
      return {
        actions: actions.map(({ seq, operatorName: operator, kind, subject, details, at, hash }) => ({
          seq,
          operator,
          kind,
          subject,
          details: JSON.stringify(details),
          at: at.toISOString(),
          hash,
        })),
        next: next ?? null,
      };
    }),
    exportLog: os.exportLog.use(requireOperator).handler(async ({ input, context }) => ({
      csv: await exportLog(db, { session: context.session, filter: input }),
    })),
    verifyLog: os.verifyLog.use(requireOperator).handler(async () => {
      const { head, fault } = await verifyActions(db);
      return { head, fault: fault ?? null };
    }),
  });
}
