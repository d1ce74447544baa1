import { implement } from '@orpc/server';
import { contract } from '@tern/contracts/contract';
import { requireSession, type ApiContext } from '../../platform/api-context.ts';
import { changeWallet } from './change-wallet.ts';
import { chooseDefaultWallet } from './choose-default-wallet.ts';
import { createWallet } from './create-wallet.ts';
import { getOverview, type GetOverviewDeps } from './get-overview.ts';
import { getReceiveTerms, type GetReceiveTermsDeps } from './get-receive-terms.ts';
import { listWallets } from './list-wallets.ts';
import { orderWallets } from './order-wallets.ts';

export type WalletsDeps = GetOverviewDeps & GetReceiveTermsDeps;

export function walletsRouter(deps: WalletsDeps) {
  const os = implement(contract.wallets).$context<ApiContext>();
  return os.router({
    listWallets: os.listWallets
      .use(requireSession)
      .handler(async ({ context }) => ({ wallets: await listWallets(deps, context.session.personId) })),
    createWallet: os.createWallet.use(requireSession).handler(({ input, context }) =>
      createWallet(deps, {
        session: context.session,
        name: input.body.name,
        idempotencyKey: input.headers['idempotency-key'],
      }),
    ),
    changeWallet: os.changeWallet
      .use(requireSession)
      .handler(({ input, context }) =>
        changeWallet(deps, { ...input, session: context.session, walletId: input.walletId }),
      ),
    chooseDefaultWallet: os.chooseDefaultWallet.use(requireSession).handler(async ({ input, context }) => {
      const { session } = context;
      await chooseDefaultWallet(deps, { session, walletId: input.walletId });
      return { wallets: await listWallets(deps, session.personId) };
    }),
    orderWallets: os.orderWallets.use(requireSession).handler(async ({ input, context }) => {
      const { session } = context;
      await orderWallets(deps, { session, walletIds: input.walletIds });
      return { wallets: await listWallets(deps, session.personId) };
    }),
    overview: os.overview
      .use(requireSession)
      .handler(({ input, context }) =>
        getOverview(deps, { personId: context.session.personId, walletId: input.walletId }),
      ),
    receive: os.receive
      .use(requireSession)
      .handler(({ input, context }) =>
        getReceiveTerms(deps, { personId: context.session.personId, walletId: input.walletId }),
      ),
  });
}
