import { implement } from '@orpc/server';
import { consoleContract } from '@tern/contracts/console-contract';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { listDistributions, takeAuditFile } from './audit-files.ts';
import type { BooksDeps } from './books-deps.ts';
import { listDays, verifyDay } from './list-days.ts';
import { listReconciliations } from './list-reconciliations.ts';
import { readBooks } from './read-books.ts';
import { showStatement } from './read-statement.ts';
import { searchJournals } from './search-journals.ts';
import { showChart } from './show-chart.ts';
import { showFees } from './show-fees.ts';
import { showJournal } from './show-journal.ts';
import { showTrialBalance } from './show-trial-balance.ts';
import { takeExport } from './take-export.ts';
import { takeStatement } from './take-statement.ts';

/** The books of the house, to read. What somebody takes away as a file leaves a row in the log, and nothing else is written. */
export function consoleBooksRouter(deps: BooksDeps) {
  const { db, clock, assets } = deps;
  const os = implement(consoleContract.books).$context<ConsoleContext>();
  return os.router({
    showChart: os.showChart.use(requireOperator).handler(() => readBooks(db, showChart)),
    showTrialBalance: os.showTrialBalance
      .use(requireOperator)
      .handler(({ input: { at } }) =>
        readBooks(db, (books) => showTrialBalance(books, { clock, at: at === undefined ? undefined : new Date(at) })),
      ),
    searchJournals: os.searchJournals
      .use(requireOperator)
      .handler(({ input }) => readBooks(db, (books) => searchJournals(books, { search: input, assets }))),
    journal: os.journal
      .use(requireOperator)
      .handler(({ input }) => readBooks(db, (books) => showJournal(books, input))),
    listDays: os.listDays
      .use(requireOperator)
      .handler(({ input: { before } }) => readBooks(db, (books) => listDays(books, { before }))),
    verifyDay: os.verifyDay
      .use(requireOperator)
      .handler(({ input }) => readBooks(db, (books) => verifyDay(books, input))),
    listReconciliations: os.listReconciliations
      .use(requireOperator)
      .handler(({ input: { before } }) => readBooks(db, (books) => listReconciliations(books, { before }))),
    showFees: os.showFees.use(requireOperator).handler(({ input }) => readBooks(db, (books) => showFees(books, input))),
    exportBooks: os.exportBooks
      .use(requireOperator)
      .handler(({ input, context: { session } }) => takeExport(deps, { session, input })),
    listDistributions: os.listDistributions
      .use(requireOperator)
      .handler(({ input: { before } }) => readBooks(db, (books) => listDistributions(books, { clock, before }))),
    takeAuditFile: os.takeAuditFile
      .use(requireOperator)
      .handler(({ input: { id }, context: { session } }) => takeAuditFile(deps, { session, id })),
    showStatement: os.showStatement
      .use(requireOperator)
      .handler(({ input }) => readBooks(db, (books) => showStatement(books, input))),
    exportStatement: os.exportStatement
      .use(requireOperator)
      .handler(({ input, context: { session } }) => takeStatement(deps, { session, input })),
  });
}
