import { implement } from '@orpc/server';
import { contract } from '@tern/contracts/contract';
import { requireSession, type ApiContext } from '../../platform/api-context.ts';
import { searchDeposit, type SearchDepositDeps } from './search-deposit.ts';

export function depositsRouter(deps: SearchDepositDeps) {
  const os = implement(contract.deposits).$context<ApiContext>();
  return os.router({
    searchDeposit: os.searchDeposit
      .use(requireSession)
      .handler(({ input, context }) => searchDeposit(deps, { personId: context.session.personId, txId: input.txId })),
  });
}
