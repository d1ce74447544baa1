import { implement } from '@orpc/server';
import type { Clock } from '@tern/base/clock';
import { consoleContract } from '@tern/contracts/console-contract';
import type { Database } from '@tern/db/database';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { listCalls, showKeys } from './show-keys.ts';

/** Keys of other systems, to look at; they are changed as everything that two operators decide is. */
export function consoleKeysRouter({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
  const os = implement(consoleContract.keys).$context<ConsoleContext>();
  return os.router({
    showKeys: os.showKeys.use(requireOperator).handler(() => showKeys(db, { now: clock.now() })),
    listCalls: os.listCalls.use(requireOperator).handler(({ input }) => listCalls(db, input)),
  });
}
