import { implement } from '@orpc/server';
import { serviceContract } from '@tern/contracts/service-contract';
import type { ListDeps, ShowDeps } from '../transactions/public.ts';
import { listForService, readForService } from './read-transactions.ts';
import type { ServiceContext } from './service-context.ts';

/** The API of other systems. Who may call what is decided before any of it (`guard-calls.ts`). */
export function serviceRouter(deps: ListDeps & ShowDeps) {
  const os = implement(serviceContract).$context<ServiceContext>();
  return os.router({
    transactions: {
      list: os.transactions.list.handler(({ input }) => listForService(deps, input)),
      read: os.transactions.read.handler(({ input }) => readForService(deps, input)),
    },
  });
}
