import { expect, type Page, type Route } from '@playwright/test';
import type { WalletConnectionId, WalletId, ConnectionRequestId } from '@tern/base/ids';
import type {
  ConnectionRequestView,
  ConnectionView,
  MessageRefusal,
  PaymentFault,
} from '@tern/contracts/routes/wallet-connections';
import type { WalletView } from '@tern/contracts/routes/wallets';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import { pressKeys } from '../pages/transfer-page.ts';
import type { Scene } from './scene.ts';

const connectPage = '/pages/my/connect';
const sitesPage = '/pages/my/connected-sites';
const requestPage = '/pages/my/site-request';

const connectionId = '01234567-89ab-7def-8123-456789abcdef' as WalletConnectionId;
const requestId = '01234567-89ab-7def-8123-456789abcd00' as ConnectionRequestId;
const site = { host: 'app.harbour.example', hasOtherLetters: false, name: 'Harbour Market' };
const otherSite = {
  host: 'harbour-market-of-the-northern-islands.members.example',
  hasOtherLetters: false,
  name: 'The Members of Harbour Market of the Northern Islands, Inc.',
};
const link = `wc:${'7f'.repeat(32)}@2?relay-protocol=irn&symKey=${'0a'.repeat(32)}`;

const signIn = `app.harbour.example wants you to sign in with your Tron account:
TQ5m8wVnPZ8cQ3g1Hr4yJk7bNfXs2LdAeU

Sign in to Harbour Market

URI: https://app.harbour.example/login
Version: 1
Nonce: 7f3a91c0d2
Issued At: 2026-11-21T14:31:40Z`;

const baseConnection: Omit<ConnectionView, 'walletId'> = {
  id: connectionId,
  phase: 'proposed',
  site,
  methods: ['tron_signMessage', 'tron_signTransaction'],
  createdAt: '2026-11-21T14:30:00.000Z',
  expiresAt: '2099-11-21T14:35:00.000Z',
  lastUsedAt: null,
  refusal: null,
};

const baseRequest: Omit<ConnectionRequestView, 'walletId'> = {
  id: requestId,
  connectionId,
  site,
  state: 'waiting',
  fault: null,
  asks: { kind: 'message', text: signIn },
  createdAt: '2026-11-21T14:31:40.000Z',
  expiresAt: '2099-11-21T14:36:40.000Z',
};

/** Of whoever looks, the default wallet. */
async function walletOf(route: Route): Promise<WalletView> {
  const answer = await route.fetch({ url: new URL('/api/wallets', route.request().url()).href });
  const { wallets } = (await answer.json()) as { wallets: WalletView[] };
  const wallet = wallets.find(({ isDefault }) => isDefault);
  if (wallet === undefined) throw new Error('somebody without a wallet');
  return wallet;
}

/** The server says this of connections and requests, which no test of looks could have a site make. */
async function pretend(
  page: Page,
  {
    connections = [],
    requests = [],
  }: { connections?: readonly Partial<ConnectionView>[]; requests?: readonly Partial<ConnectionRequestView>[] },
): Promise<void> {
  const show = async (route: Route) => {
    const walletId = (await walletOf(route)).id as WalletId;
    return {
      connections: connections.map((facts) => ({ ...baseConnection, walletId, ...facts })),
      requests: requests.map((facts) => ({ ...baseRequest, walletId, ...facts })),
    };
  };
  await page.route('**/api/connections', async (route) =>
    route.fulfill({ json: { connections: (await show(route)).connections } }),
  );
  await page.route('**/api/connection-requests', async (route) =>
    route.fulfill({ json: { requests: (await show(route)).requests } }),
  );
  await page.route('**/api/connections/*', async (route) =>
    route.fulfill({ json: (await show(route)).connections[0] }),
  );
  await page.route('**/api/connection-requests/*', async (route) =>
    route.fulfill({ json: (await show(route)).requests[0] }),
  );
}

async function openConnection(page: Page, facts: Partial<ConnectionView> = {}): Promise<void> {
  await pretend(page, { connections: [facts] });
  await page.goto(`${connectPage}?id=${connectionId}`);
}

async function openRequest(page: Page, facts: Partial<ConnectionRequestView> = {}): Promise<void> {
  await pretend(page, { requests: [facts] });
  await page.goto(`${requestPage}?id=${requestId}`);
  await expect(page.getByText(site.host).first()).toBeVisible();
}

/** As after operators have stopped everything with sites. */
async function pause(page: Page): Promise<void> {
  await page.route('**/api/status?*', async (route) => {
    const response = await route.fetch();
    const services = [{ service: 'connections', state: 'stopped', since: '2026-11-21T14:31:00.000Z' }];
    await route.fulfill({ response, json: { ...((await response.json()) as object), services } });
  });
}

const refuseButton = (page: Page) => page.getByRole('button', { name: 'Refuse' });

const connectScene = (name: string, facts: Partial<ConnectionView>, title: string): Scene => ({
  name,
  as: 'owner',
  open: async (page) => {
    await openConnection(page, facts);
    await expect(page.getByText(title)).toBeVisible();
  },
});

const textScene = (name: string, text: string): Scene => ({
  name,
  as: 'owner',
  open: async (page) => {
    await openRequest(page, { asks: { kind: 'message', text } });
    await expect(refuseButton(page)).toBeVisible();
  },
});

const endScene = (name: string, facts: Partial<ConnectionRequestView>, title: string): Scene => ({
  name,
  as: 'owner',
  open: async (page) => {
    await openRequest(page, { asks: null, ...facts });
    await expect(page.getByText(title, { exact: true })).toBeVisible();
  },
});

const refusedScene = (fault: MessageRefusal): Scene =>
  endScene(`request-refused-${fault}`, { state: 'refused', fault }, 'Not signed');

const faultScene = (paymentFault: PaymentFault): Scene => ({
  name: `request-no-payment-${paymentFault}`,
  as: 'owner',
  open: async (page) => {
    await openRequest(page, { asks: { kind: 'transaction', payment: null, paymentFault } });
    await expect(page.getByText('We never sign transactions for sites')).toBeVisible();
  },
});

const listed: readonly Partial<ConnectionView>[] = [
  { phase: 'active', lastUsedAt: '2026-11-21T14:31:40.000Z' },
  { id: requestId as string as WalletConnectionId, phase: 'active', site: otherSite },
  { id: '01234567-89ab-7def-8123-456789abcd01' as WalletConnectionId, phase: 'pairing', site: null },
];

/** Connecting a site, what it asks for, and the list of sites. */
export const siteScenes: readonly Scene[] = [
  {
    name: 'sites',
    as: 'owner',
    open: async (page) => {
      await pretend(page, { connections: listed, requests: [{}] });
      await page.goto(sitesPage);
      await expect(page.getByText('Waiting for your answer')).toBeVisible();
    },
  },
  {
    name: 'sites-none',
    as: 'newcomer',
    open: async (page) => {
      await page.goto(sitesPage);
      await expect(page.getByText('No connected site')).toBeVisible();
    },
  },
  {
    name: 'sites-unreachable',
    as: 'newcomer',
    open: async (page) => {
      await page.route('**/api/connections', (route) => route.abort());
      await page.goto(sitesPage);
      await expect(page.getByText('Couldn’t load your sites.')).toBeVisible({ timeout: 30_000 });
    },
  },
  {
    name: 'sites-paused',
    as: 'newcomer',
    open: async (page) => {
      await pause(page);
      await page.goto(sitesPage);
      await expect(page.getByText('Connections to sites are paused right now.')).toBeVisible();
    },
  },
  {
    name: 'site-open',
    as: 'owner',
    open: async (page) => {
      await pretend(page, { connections: listed });
      await page.goto(sitesPage);
      await page.getByRole('button', { name: /^app\.harbour\.example/ }).click();
      await expect(page.getByRole('dialog').getByText('Address it sees')).toBeVisible();
    },
  },
  {
    name: 'connect-link',
    as: 'newcomer',
    open: async (page) => {
      await page.goto(connectPage);
      await page.getByLabel('Link from the site').fill('https://app.harbour.example/');
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByText('This link doesn’t connect a site.')).toBeVisible();
    },
  },
  {
    name: 'connect-link-used',
    as: 'newcomer',
    open: async (page) => {
      await page.route('**/api/connections', (route) =>
        route.fulfill({ status: 409, json: { code: 'CONNECTION_LINK_USED', data: {} } }),
      );
      await page.goto(`${connectPage}?${new URLSearchParams({ uri: link })}`);
      await expect(page.getByRole('alert')).toContainText('This link has been used already.');
    },
  },
  {
    name: 'connect-which-wallet',
    as: 'newcomer',
    open: async (page) => {
      await page.route('**/api/wallets', async (route) => {
        const response = await route.fetch();
        const { wallets } = (await response.json()) as { wallets: WalletView[] };
        const savings = { ...wallets[0], id: requestId, name: 'Savings for the trip', isDefault: false };
        await route.fulfill({ response, json: { wallets: [...wallets, savings] } });
      });
      await page.goto(`${connectPage}?${new URLSearchParams({ uri: link })}`);
      await expect(page.getByText('Which wallet?')).toBeVisible();
    },
  },
  connectScene('connect-waiting', { phase: 'pairing', site: null, methods: [] }, 'Waiting for the site'),
  connectScene('connect', {}, 'A code or link doesn’t prove who made it.'),
  connectScene('connect-long-address', { site: otherSite, methods: ['tron_signMessage'] }, 'For a signed text.'),
  connectScene(
    'connect-other-letters',
    { site: { host: 'xn--harbur-0xa.example', hasOtherLetters: true, name: 'Harbour Market' } },
    'This address uses letters that can look like other letters.',
  ),
  {
    name: 'connect-other-page',
    as: 'owner',
    open: async (page) => {
      await openConnection(page);
      await expect(refuseButton(page)).toBeVisible();
      // As it is kept after a page of another site has opened the link.
      await page.evaluate(() => {
        const state = history.state as object;
        history.replaceState({ ...state, usr: { cameFrom: 'harbour-market.example' } }, '');
      });
      await page.reload();
      await expect(page.getByText('You came from')).toBeVisible();
    },
  },
  {
    name: 'connect-password',
    as: 'owner',
    open: async (page) => {
      await openConnection(page);
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      const sheet = page.getByRole('dialog', { name: 'Confirm it’s you' });
      await pressKeys(sheet, '739');
    },
  },
  connectScene('connect-settling', { phase: 'settling' }, 'Connecting'),
  connectScene('connect-done', { phase: 'active' }, 'Go back to the site.'),
  connectScene(
    'connect-other-network',
    { phase: 'over', site: null, refusal: 'foreign-chain' },
    'The site asks for a different network',
  ),
  textScene('request-text', signIn),
  textScene('request-text-hidden', signIn.replace('Harbour Market', 'Harbour\u200bMar\u202eket')),
  textScene('request-text-gap', `${signIn}${'\n'.repeat(300)}I agree to everything else.`),
  textScene('request-text-longest', `${'7f3a91c0d2'.repeat(120)} ${'تسجيل الدخول '.repeat(40)}`),
  textScene('request-text-elsewhere', signIn.replace('app.harbour.example', 'bank.example')),
  textScene('request-text-arabic', 'تسجيل الدخول إلى السوق\nHarbour Market\nرقم: 7f3a91c0d2'),
  {
    name: 'request-sign',
    as: 'owner',
    open: async (page) => {
      await openRequest(page);
      await page.getByRole('button', { name: 'Sign with trade password and code' }).click();
      await pressKeys(page.getByRole('dialog', { name: 'Confirm it’s you' }), '739146');
    },
  },
  {
    name: 'request-sign-hold',
    as: 'owner',
    open: async (page) => {
      await page.route('**/api/identity/account', async (route) => {
        const response = await route.fetch();
        const hold = { until: '2099-03-01T12:00:00.000Z', reason: 'factors-changed' };
        await route.fulfill({ response, json: { ...((await response.json()) as object), hold } });
      });
      await openRequest(page);
      await expect(page.getByText('you can’t sign texts for sites until')).toBeVisible();
    },
  },
  {
    name: 'request-paused',
    as: 'owner',
    open: async (page) => {
      await pause(page);
      await openRequest(page);
      await expect(page.getByText('Connections to sites are paused right now.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Sign with trade password and code' })).toBeDisabled();
    },
  },
  {
    name: 'request-gone',
    as: 'newcomer',
    open: async (page) => {
      await page.goto(`${requestPage}?id=${requestId}`);
      await expect(page.getByText('No longer open')).toBeVisible();
    },
  },
  {
    name: 'connect-gone',
    as: 'newcomer',
    open: async (page) => {
      await page.goto(`${connectPage}?id=${connectionId}`);
      await expect(page.getByText('This connection has ended.')).toBeVisible();
    },
  },
  endScene('request-signing', { state: 'agreed' }, 'Being signed'),
  endScene('request-signed', { state: 'answered' }, 'Signed'),
  endScene('request-turned-down', { state: 'rejected' }, 'Refused'),
  endScene('request-expired', { state: 'expired' }, 'No longer open'),
  refusedScene('ownership'),
  refusedScene('opaque'),
  {
    name: 'request-pay',
    as: 'owner',
    open: async (page) => {
      const payment = { assetId: 'usdt', to: freshAddress(), amount: '1250500000' } as const;
      await openRequest(page, { asks: { kind: 'transaction', payment, paymentFault: null } });
      await expect(page.getByRole('button', { name: 'Pay with a transfer' })).toBeVisible();
    },
  },
  faultScene('not-a-payment'),
  faultScene('memo'),
  {
    name: 'request-unreachable',
    as: 'newcomer',
    open: async (page) => {
      await page.route('**/api/connection-requests/*', (route) => route.abort());
      await page.goto(`${requestPage}?id=${requestId}`);
      await expect(page.getByText('Couldn’t load what the site asks for.')).toBeVisible({ timeout: 30_000 });
    },
  },
  {
    name: 'home-request',
    as: 'owner',
    open: async (page) => {
      await pretend(page, { requests: [{}] });
      await page.goto('/pages/index/index');
      await expect(page.getByText('asks you to sign a text.')).toBeVisible();
    },
  },
];
