import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../shared/api.ts';
import { walletsQuery } from '../../../shared/wallet-queries.ts';
import type { CheckedStatement } from './check-chain.ts';

/** The person's own lines of a statement, and what checking them on this device came to. */
export function ownCheckQuery(queries: QueryClient, statement: CheckedStatement | undefined) {
  return queryOptions({
    queryKey: ['check', 'own', statement?.hash],
    enabled: statement !== undefined,
    queryFn: async ({ signal }) => {
      // Never asked without one.
      if (statement === undefined) throw new Error('no statement');
      const { number } = statement;
      const [liabilities, { wallets }, { checkOwn }] = await Promise.all([
        api.check.ownLiabilities({ number }, { signal }),
        queries.ensureQueryData(walletsQuery),
        import('./run-checks.ts'),
      ]);
      return checkOwn(statement, liabilities, wallets);
    },
    staleTime: 300_000,
  });
}
