import { implement } from '@orpc/server';
import { serviceContract } from '@tern/contracts/service-contract';
import { listPlainPeople, showPlainPerson } from '../people/public.ts';
import type { ListDeps, ShowDeps } from '../transactions/public.ts';
import { serviceBooks, type ServiceBooksDeps } from './read-service-books.ts';
import { listForService, readForService } from './read-transactions.ts';
import type { ServiceContext } from './service-context.ts';

/** The API of other systems. Who may call what is decided before any of it (`guard-calls.ts`). */
export function serviceRouter(deps: ListDeps & ShowDeps & ServiceBooksDeps) {
  const os = implement(serviceContract).$context<ServiceContext>();
  const books = serviceBooks(deps);
  return os.router({
    transactions: {
      list: os.transactions.list.handler(({ input }) => listForService(deps, input)),
      read: os.transactions.read.handler(({ input }) => readForService(deps, input)),
    },
    books: {
      listDays: os.books.listDays.handler(({ input }) => books.listDays(input)),
      trialBalance: os.books.trialBalance.handler(({ input }) => books.trialBalance(input)),
      listJournals: os.books.listJournals.handler(({ input }) => books.listJournals(input)),
      journal: os.books.journal.handler(({ input }) => books.journal(input)),
    },
    people: {
      list: os.people.list.handler(({ input }) => listPlainPeople(deps.db, input)),
      read: os.people.read.handler(({ input }) => showPlainPerson(deps.db, input)),
    },
  });
}
