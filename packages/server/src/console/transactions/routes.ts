import { implement } from '@orpc/server';
import type { Clock } from '@tern/base/clock';
import { consoleContract } from '@tern/contracts/console-contract';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { exportTransactions } from './export-transactions.ts';
import { findByContact } from './find-by-contact.ts';
import { listTransactions, type ListDeps } from './list-transactions.ts';
import { showTransaction, type ShowDeps } from './show-transaction.ts';

/** Everything that moved money, for whoever answers people and for whoever keeps the books; nothing of it can be changed here. */
export function consoleTransactionsRouter(deps: ListDeps & ShowDeps & { readonly clock: Clock }) {
  const { db } = deps;
  const os = implement(consoleContract.transactions).$context<ConsoleContext>();
  return os.router({
    listTransactions: os.listTransactions.use(requireOperator).handler(({ input }) => listTransactions(deps, input)),
    transaction: os.transaction.use(requireOperator).handler(({ input }) => showTransaction(deps, input)),
    findByContact: os.findByContact
      .use(requireOperator)
      .handler(async ({ input: { contact }, context: { session } }) => ({
        person: await findByContact(db, { session, contact }),
      })),
    exportTransactions: os.exportTransactions
      .use(requireOperator)
      .handler(({ input, context: { session } }) => exportTransactions(deps, { session, filter: input })),
  });
}
