import { expect, type Page } from '@playwright/test';
import { chooseCountry } from '../pages/country-sheet.ts';
import type { Scene } from './scene.ts';

async function openSettings(page: Page) {
  await page.goto('/pages/my/setting');
  await expect(page.getByRole('button', { name: /^Currency unit/ })).toBeVisible();
}

async function openWallets(page: Page) {
  await page.goto('/pages/my/wallet');
  await expect(page.getByRole('button', { name: /^Wallet 1/ })).toBeVisible();
}

/** The person's own pages: wallets, settings, profile, and those open to everybody. */
export const myScenes: readonly Scene[] = [
  {
    name: 'language',
    as: 'visitor',
    open: async (page) => {
      await page.goto('/pages/common/language');
      await expect(page.getByRole('button', { name: /^Automatic/ })).toBeVisible();
    },
  },
  {
    name: 'self-check',
    as: 'visitor',
    open: async (page) => {
      await page.goto('/pages/index/test');
      await expect(page.getByRole('button', { name: 'Copy report' })).toBeEnabled();
    },
  },
  {
    name: 'self-check-offline',
    as: 'visitor',
    open: async (page) => {
      await page.route('**/api/health', (route) => route.abort());
      await page.goto('/pages/index/test');
      await expect(page.getByText('Something doesn’t work here.')).toBeVisible();
    },
  },
  { name: 'wallets', as: 'owner', open: openWallets },
  {
    name: 'wallet-open',
    as: 'owner',
    open: async (page) => {
      await openWallets(page);
      await page.getByRole('button', { name: /^Wallet 1/ }).click();
      await expect(page.getByRole('dialog').getByText('Total')).toBeVisible();
    },
  },
  {
    name: 'wallet-new',
    as: 'newcomer',
    open: async (page) => {
      await openWallets(page);
      await page.getByRole('button', { name: 'Add wallet' }).click();
      await page.getByLabel('Name').fill('');
      await page.getByRole('dialog').getByRole('button', { name: 'Add wallet' }).click();
      await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Enter a name for the wallet');
    },
  },
  {
    name: 'wallets-unreachable',
    as: 'newcomer',
    open: async (page) => {
      await page.route('**/api/wallets', (route) => route.abort());
      await page.goto('/pages/my/wallet');
      await expect(page.getByText('Couldn’t load your wallets.')).toBeVisible({ timeout: 30_000 });
    },
  },
  { name: 'settings', as: 'owner', open: openSettings },
  {
    name: 'settings-currency',
    as: 'owner',
    open: async (page) => {
      await openSettings(page);
      await page.getByRole('button', { name: /^Currency unit/ }).click();
      await expect(page.getByText('all prices are based on it')).toBeVisible();
    },
  },
  {
    name: 'settings-network',
    as: 'owner',
    open: async (page) => {
      await openSettings(page);
      await page.getByRole('button', { name: /^Network/ }).click();
      await expect(page.getByRole('dialog').getByText('Running')).toBeVisible();
    },
  },
  {
    name: 'settings-country',
    as: 'owner',
    open: async (page) => {
      await openSettings(page);
      await page.getByRole('button', { name: /^Country/ }).click();
      await expect(page.getByRole('dialog', { name: 'Country you live in' })).toBeVisible();
    },
  },
  {
    name: 'settings-country-confirm',
    as: 'newcomer',
    open: async (page) => {
      await openSettings(page);
      await page.getByRole('button', { name: /^Country/ }).click();
      await chooseCountry(page, 'germ', 'Germany');
    },
  },
  {
    name: 'settings-country-closed',
    as: 'newcomer',
    open: async (page) => {
      await openSettings(page);
      await page.getByRole('button', { name: /^Country/ }).click();
      await chooseCountry(page, 'united kingdom', 'United Kingdom');
    },
  },
  {
    name: 'settings-country-correct',
    as: 'newcomer',
    open: async (page) => {
      await page.route('**/api/preferences', async (route) => {
        const answer = await route.fetch();
        const correctable = {
          country: 'DE',
          countryCorrectableUntil: '2026-01-02T04:04:05.000Z',
          countryCorrectionSecondsLeft: 2_400,
          countryFixedUntil: null,
        };
        await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), ...correctable } });
      });
      await openSettings(page);
      await expect(page.getByText(/Time left to correct it/)).toBeVisible();
    },
  },
  {
    name: 'own-data',
    as: 'newcomer',
    open: async (page) => {
      await page.goto('/pages/my/data');
      await expect(page.getByRole('button', { name: 'Close account' })).toBeVisible();
    },
  },
  {
    name: 'own-data-not-empty',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/my/data');
      await expect(page.getByText('There is still money in your wallets.')).toBeVisible();
    },
  },
  {
    name: 'own-data-proof',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/my/data');
      await page.getByRole('button', { name: 'Get copy of your data' }).click();
      await expect(page.getByRole('dialog').getByLabel('Login password')).toBeVisible();
    },
  },
  {
    name: 'about',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/my/about');
      await page.getByRole('button', { name: 'Check for a newer version' }).click();
      await expect(page.getByText('This is the latest version.')).toBeVisible();
    },
  },
  {
    name: 'profile',
    as: 'newcomer',
    open: async (page) => {
      await page.goto('/pages/my/info');
      await expect(page.getByLabel('About you')).toBeVisible();
    },
  },
  {
    name: 'profile-outside',
    as: 'newcomer',
    open: async (page) => {
      await page.route('**/api/profile', async (route) => {
        const answer = await route.fetch();
        const instagram = { handle: 'mara.harbour', url: 'https://www.instagram.com/mara.harbour' };
        await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), instagram } });
      });
      await page.goto('/pages/my/info');
      await page.getByRole('link', { name: /^Instagram/ }).click();
      await expect(page.getByRole('dialog', { name: 'Leave the app?' })).toBeVisible();
    },
  },
  {
    name: 'profile-leaving',
    as: 'newcomer',
    open: async (page) => {
      await page.goto('/pages/my/info');
      await page.getByLabel('About you').fill('Reads maps and tides.');
      await page.getByRole('button', { name: 'Back' }).click();
      await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
    },
  },
  {
    name: 'logging-out',
    as: 'newcomer',
    open: async (page) => {
      await page.goto('/pages/my/index');
      await page.getByRole('button', { name: 'Log out', exact: true }).click();
      await expect(page.getByRole('dialog', { name: 'Log out?' })).toBeVisible();
    },
  },
  {
    name: 'logging-out-offline',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/my/index');
      await loseConnection(page, 'account');
      await page.getByRole('button', { name: 'Log out', exact: true }).click();
      await expect(page.getByRole('dialog', { name: 'Log out?' }).getByText('Without a connection')).toBeVisible();
    },
  },
  {
    name: 'profile-refused',
    as: 'newcomer',
    open: async (page) => {
      await page.goto('/pages/my/info');
      await page.getByLabel('Telegram').fill('https://evil.example/mara');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByLabel('Telegram')).toHaveAccessibleDescription(/^Enter your Telegram name/);
    },
  },
  {
    name: 'messages',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/my/message');
      await expect(page.getByRole('link', { name: /USDT received/ })).toBeVisible();
    },
  },
  {
    name: 'message',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/my/message');
      await page.getByRole('link', { name: /USDT received/ }).click();
      await page.waitForURL('**/pages/my/message-detail?*');
      await expect(page.getByRole('link', { name: 'View record' })).toBeVisible();
    },
  },
  {
    name: 'messages-push-on',
    as: 'newcomer',
    open: async (page) => {
      await pretendPush(page, 'granted');
      await openMessageSettings(page);
      await expect(page.getByRole('switch', { name: /^On this device/ })).toBeChecked();
    },
  },
  {
    name: 'messages-push-refused',
    as: 'newcomer',
    open: async (page) => {
      await pretendPush(page, 'denied');
      await openMessageSettings(page);
      await expect(page.getByText(/^Notifications are blocked/)).toBeVisible();
    },
  },
  {
    name: 'my-install',
    as: 'newcomer',
    open: async (page) => {
      await page.goto('/pages/my/index');
      await expect(page.getByRole('heading', { level: 1, name: 'My' })).toBeAttached();
      await page.evaluate(() =>
        dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: () => Promise.resolve() })),
      );
      await page.getByRole('button', { name: 'Install the app' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'my-install-by-hand',
    as: 'newcomer',
    open: async (page) => {
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'userAgent', {
          value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)',
        }),
      );
      await page.goto('/pages/my/index');
      await page.getByRole('button', { name: 'Install the app' }).click();
      await expect(page.getByRole('dialog', { name: 'Install the app' })).toBeVisible();
    },
  },
  {
    name: 'home-update',
    as: 'owner',
    open: async (page) => {
      await page.addInitScript(() => {
        const registration = { waiting: { postMessage: () => undefined }, addEventListener: () => undefined };
        Object.defineProperty(navigator, 'serviceWorker', {
          value: {
            controller: {},
            ready: Promise.resolve({ active: null }),
            register: () => Promise.resolve(registration),
            getRegistration: () => Promise.resolve(undefined),
          },
        });
      });
      await page.goto('/pages/index/index');
      await expect(page.getByText('A new version is ready')).toBeVisible();
    },
  },
  {
    name: 'home-offline',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/index/index');
      await expect(page.getByRole('button', { name: /^USDT/ })).toBeVisible();
      // What was seen is written a moment after it was read.
      await loseConnection(page, 'overview');
      await expect(page.getByText('Transfer and Swap need a connection.')).toBeVisible();
    },
  },
  {
    name: 'receive-offline',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/index/receive');
      await expect(page.getByRole('img', { name: /^QR code of the address/ })).toBeVisible();
      await loseConnection(page, 'receive');
      await expect(page.getByRole('img', { name: /^QR code of the address/ })).toBeVisible();
    },
  },
  {
    name: 'records-offline',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/record/index');
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
      await loseConnection(page, 'records');
      await expect(page.getByText(/ old$/).first()).toBeVisible();
    },
  },
  {
    name: 'transfer-offline',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/index/index');
      await expect(page.getByRole('button', { name: /^USDT/ })).toBeVisible();
      await loseConnection(page, 'overview');
      await page.goto('/pages/index/transfer');
      await expect(page.getByText('Loading failed')).toBeVisible({ timeout: 30_000 });
    },
  },
];

/** A browser that is told of messages while the app is closed, or must not be: service workers are off in these tests. */
async function pretendPush(page: Page, permission: 'granted' | 'denied') {
  await page.addInitScript((given) => {
    const manager = { getSubscription: () => Promise.resolve({ toJSON: () => ({}) }) };
    Object.defineProperty(Notification, 'permission', { value: given });
    navigator.serviceWorker.getRegistration = () => Promise.resolve({ pushManager: manager } as never);
  }, permission);
}

async function openMessageSettings(page: Page) {
  await page.goto('/pages/my/message');
  await page.getByRole('button', { name: 'Notify me about' }).click();
  await expect(page.getByRole('dialog', { name: 'Notify me about' })).toBeVisible();
}

/** Opens the page again without an answer of the server, once the answer to this question is kept. */
async function loseConnection(page: Page, topic: string): Promise<void> {
  await expect.poll(() => page.evaluate(readLastSeen)).toContain(`"queryKey":["${topic}"`);
  await page.route('**/api/**', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('No connection.')).toBeVisible({ timeout: 30_000 });
}

/** What the page has written down for times without a network; runs in the page. */
async function readLastSeen(): Promise<string> {
  const name = 'last-seen';
  // Asking for one that is not there would make it, and make it wrong.
  if (!(await indexedDB.databases()).some((database) => database.name === name)) return '';
  return new Promise((resolve) => {
    const opening = indexedDB.open(name);
    opening.addEventListener('success', () => {
      const asked = opening.result.transaction('answers').objectStore('answers').getAll();
      asked.addEventListener('success', () => {
        opening.result.close();
        resolve(JSON.stringify(asked.result) ?? '');
      });
    });
  });
}
