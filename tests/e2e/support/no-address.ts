import type { Page, Route } from '@playwright/test';
import type { ListedWallet, OverviewView } from '@tern/contracts/routes/wallets';

type Answer = 'wallets' | 'overview' | 'receive';

/**
 * Has the server answer as it does once the signer has disowned the addresses of the wallets named, in these answers; of all
 * wallets where none is named.
 */
export async function dropAddress(
  page: Page,
  { walletId, answers = ['wallets', 'overview', 'receive'] }: { walletId?: string; answers?: readonly Answer[] } = {},
): Promise<void> {
  const of = walletId ?? '*';
  const change = <Body>(changed: (body: Body) => Body) => {
    return async (route: Route): Promise<void> => {
      if (route.request().method() !== 'GET') return route.fallback();
      const response = await route.fetch();
      await route.fulfill({ response, json: changed((await response.json()) as Body) });
    };
  };
  const isGone = ({ id }: { id: string }) => walletId === undefined || id === walletId;
  const routes: Readonly<Record<Answer, () => Promise<unknown>>> = {
    wallets: () =>
      page.route(
        '**/api/wallets',
        change<{ wallets: ListedWallet[] }>(({ wallets }) => ({
          wallets: wallets.map((wallet) => (isGone(wallet) ? { ...wallet, address: null } : wallet)),
        })),
      ),
    overview: () =>
      page.route(
        `**/api/wallets/${of}/overview`,
        change<OverviewView>((overview) => ({ ...overview, wallet: { ...overview.wallet, address: null } })),
      ),
    receive: () =>
      page.route(
        `**/api/wallets/${of}/receive`,
        change<object>((terms) => ({ ...terms, address: null })),
      ),
  };
  for (const answer of answers) await routes[answer]();
}
