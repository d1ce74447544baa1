import { implement } from '@orpc/server';
import { contract } from '@tern/contracts/contract';
import { requireSession, type ApiContext } from '../../platform/api-context.ts';
import { requestTestCoins, type RequestTestCoinsDeps } from './request-test-coins.ts';

export type DevelopmentDeps = RequestTestCoinsDeps;

export function developmentRouter(deps: DevelopmentDeps) {
  const os = implement(contract.development).$context<ApiContext>();
  return os.router({
    faucet: os.faucet.use(requireSession).handler(({ input, context }) =>
      requestTestCoins(deps, {
        personId: context.session.personId,
        walletId: input.walletId,
        assetId: input.assetId,
      }),
    ),
  });
}
