import { implement } from '@orpc/server';
import { problem } from '@tern/contracts/problem';
import { serviceContract } from '@tern/contracts/service-contract';
import { showSuggestion, suggestChange, type SuggestDeps } from '../changes/public.ts';
import { listPlainPeople, showPlainPerson } from '../people/public.ts';
import type { ListDeps, ShowDeps } from '../transactions/public.ts';
import { serviceBooks, type ServiceBooksDeps } from './read-service-books.ts';
import { listForService, readForService } from './read-transactions.ts';
import type { ServiceContext } from './service-context.ts';

/** The API of other systems. Who may call what is decided before any of it (`guard-calls.ts`). */
export function serviceRouter(deps: ListDeps & ShowDeps & ServiceBooksDeps & SuggestDeps) {
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
    suggestions: {
      suggest: os.suggestions.suggest.handler(({ input: said, context }) =>
        suggestChange(deps, { keyId: keyOf(context), now: deps.clock.now(), said }),
      ),
      read: os.suggestions.read.handler(({ input: { id }, context }) =>
        showSuggestion(deps.db, { keyId: keyOf(context), id, now: deps.clock.now() }),
      ),
    },
  });
}

function keyOf({ key }: ServiceContext): string {
  if (key === null) throw problem('SERVICE_KEY_REFUSED');
  return key.id;
}
