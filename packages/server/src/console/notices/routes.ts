import { implement } from '@orpc/server';
import { toWire } from '@tern/base/to-wire';
import { consoleContract } from '@tern/contracts/console-contract';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { findNotices, upsertNotices } from './notices-store.ts';

/** What each operator is told by mail; everybody for themselves. */
export function consoleNoticesRouter({ db }: { readonly db: Database }) {
  const os = implement(consoleContract.notices).$context<ConsoleContext>();
  return os.router({
    showNotices: os.showNotices.use(requireOperator).handler(async ({ context: { session } }) => {
      const found = await findNotices(db.kysely, session.operatorId);
      return toWire({ notices: found ?? null });
    }),
    saveNotices: os.saveNotices.use(requireOperator).handler(async ({ input, context: { session } }) => {
      const { operatorId } = session;
      await transact(db, async (tx) => {
        await upsertNotices(tx, operatorId, input);
        // The address itself is the operator's, and the log is for ever.
        const { on, everyHours } = input;
        const details = { on, everyHours };
        await recordOperatorAction(tx, { operatorId, kind: 'operator-notices-changed', subject: operatorId, details });
      });
      return {};
    }),
  });
}
