import { ORPCError } from '@orpc/client';
import { expect, type Browser, type Page } from '@playwright/test';
import { assetRow } from './pages/home-page.ts';
import { getWallet, openNewcomer } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { openApi } from './support/api.ts';
import { faucet } from './support/devchain.ts';
import { openDevice } from './support/device.ts';
import { readKept, waitUntilKept } from './support/kept-app.ts';
import { logOut, registerByEmail } from './support/person.ts';
import { test } from './support/test.ts';
import { serveThroughProxy } from './support/version-proxy.ts';

// Goal: the wallet opens without a network with what was seen last and how old it is, and keeps nothing of a
// person who has logged out. Method: Chromium's own service worker, caches and stores, with the network switched off.

test.use({ serviceWorkers: 'allow' });

const home = '/pages/index/index';

/** The questions whose answers this browser keeps. */
async function readTopics(page: Page): Promise<readonly string[]> {
  const kept = await readKept(page);
  return ['overview', 'receive', 'records', 'address-book'].filter((topic) => kept.includes(`"queryKey":["${topic}"`));
}

/** Somebody with 25 USDT and a saved address, whose device keeps what it needs without a network. */
async function openKeptPerson(browser: Browser) {
  const device = await openDevice(browser, {});
  const { page, api } = device;
  const newcomer = await openNewcomer(device);
  await faucet(newcomer.address, 'usdt', toUnits('usdt', '25'));
  await page.goto(home);
  await expect(assetRow(page, 'USDT')).toContainText('25.00');
  await waitUntilKept(page);
  await expect.poll(() => readTopics(page)).toHaveLength(4);
  // That of the page of records, which is not home's.
  await expect.poll(() => readKept(page)).toContain('"queryKey":["records",{"filter":"all"}]');
  const { records } = await api.records.listRecords({ filter: 'all' });
  const recordId = records[0]?.id ?? '';
  await page.goto(`/pages/record/detail?id=${recordId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Received' })).toBeVisible();
  await expect.poll(() => readKept(page)).toContain(`"queryKey":["record","${recordId}"]`);
  return { ...newcomer, recordId };
}

/** Errors beside those that every page reports without a network, and that Chromium's own page around a picture does. */
function otherFaults(faults: readonly string[]): readonly string[] {
  return faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|Failed to fetch|Applying inline style/.test(fault));
}

const age = /^\d+ (?:seconds?|minutes?) old$/;

test('without a network each page that is kept opens again after a reload, marked with its age', async ({
  browser,
}) => {
  const { page, context, address, recordId, faults } = await openKeptPerson(browser);
  await context.setOffline(true);
  const pages = [
    { path: home, shows: assetRow(page, 'USDT').getByText('25.00').first() },
    { path: '/pages/index/receive', shows: page.getByRole('img', { name: `QR code of the address ${address}` }) },
    { path: '/pages/record/index', shows: page.getByRole('link', { name: /25/ }).first() },
    { path: `/pages/record/detail?id=${recordId}`, shows: page.getByRole('heading', { level: 1, name: 'Received' }) },
    { path: '/pages/my/address-book', shows: page.getByText('Only saved addresses') },
  ];
  for (const { path, shows } of pages) {
    await page.goto(path);
    await page.reload();
    await expect(shows).toBeVisible();
    await expect(
      page.getByRole('status').filter({ hasText: /^No connection\. You see what was loaded at / }),
    ).toBeVisible();
    await expect(page.getByText(age).first()).toBeVisible();
  }
  expect(otherFaults(faults)).toEqual([]);

  await context.setOffline(false);
  await expect(page.getByText('No connection.')).toHaveCount(0);
  await expect(page.getByText(age)).toHaveCount(0);
  await page.goto(home);
  await expect(page.getByRole('heading', { name: 'Total', exact: true })).toBeVisible();
  await context.close();
});

test('without a network what cannot work says so, and works again by itself', async ({ browser }) => {
  const { page, context, faults } = await openKeptPerson(browser);
  await page.goto(home);
  await expect(assetRow(page, 'USDT')).toContainText('25.00');
  await context.setOffline(true);

  // The page that is open says so as well.
  await expect(page.getByText('No connection.')).toBeVisible();
  await expect(page.getByText('Transfer and Swap need a connection.')).toBeVisible();
  for (const name of ['Transfer', 'Swap']) {
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('aria-disabled', 'true');
  }
  await expect(page.getByRole('heading', { name: /^Total at \d/ })).toBeVisible();

  await page.getByRole('link', { name: 'Receive', exact: true }).click();
  await expect(page.getByText('Deposits appear here when you are connected again.')).toBeVisible();
  await expect(page.getByText('Waiting for a deposit')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Get test coins: USDT' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Share' })).toBeEnabled();

  await page.goto('/pages/my/address-book');
  await expect(page.getByRole('button', { name: 'Needs a connection' })).toBeDisabled();

  for (const path of ['/pages/index/transfer', '/pages/record/detail?id=019f0000-0000-7000-8000-000000000000']) {
    await page.goto(path);
    await expect(page.getByText('What is not kept on this device cannot be shown.')).toBeVisible();
    await expect(page.getByText('Loading failed')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled();
  }
  await page.goto('/pages/index/transfer');
  await expect(page.getByText('Loading failed')).toBeVisible();
  expect(otherFaults(faults)).toEqual([]);

  await context.setOffline(false);
  await expect(page.getByText('Loading failed')).toHaveCount(0);
  await expect(page.getByLabel('Amount')).toBeVisible();
  await expect(page.getByText('No connection.')).toHaveCount(0);
  await context.close();
});

test('who logs in on a device without logging the other out sees nothing of theirs, in no tab', async ({ browser }) => {
  const { page, context, address } = await openKeptPerson(browser);
  await page.goto(home);
  await expect(assetRow(page, 'USDT')).toContainText('25.00');
  const other = await context.newPage();
  // The session's end is only noticed when something is asked.
  await context.clearCookies();
  await registerByEmail(other);
  await expect(other.getByRole('heading', { level: 1, name: 'Home' })).toBeAttached();
  await expect.poll(() => readKept(other)).not.toContain(address);
  // The first tab starts anew, for whoever is signed in now.
  await expect(page.getByText('25.00')).toHaveCount(0);
  await expect.poll(() => readTopics(other)).toContain('overview');
  expect(await readKept(other)).not.toContain(address);

  await context.setOffline(true);
  await other.goto(home);
  await expect(other.getByText('No connection.')).toBeVisible();
  await expect(other.getByText('25.00')).toHaveCount(0);
  await context.close();
});

test('who was signed out from elsewhere sees the last state only until the device is online again', async ({
  browser,
}) => {
  const { page, context, address, api } = await openKeptPerson(browser);
  await context.setOffline(true);
  // Asked by no page of this device, as by another one.
  await api.identity.logout({});
  await page.goto(home);
  await expect(assetRow(page, 'USDT')).toContainText('25.00');

  await context.setOffline(false);
  await expect(page.getByText('Login expired, please log in again')).toBeVisible();
  await expect.poll(() => readKept(page)).not.toContain(address);
  await context.setOffline(true);
  await page.goto(home);
  await expect(page.getByText('25.00')).toHaveCount(0);
  await context.close();
});

const dayMs = 24 * 60 * 60 * 1000;

const damages: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'garbage in the store': (page) => changeStored(page, { whole: 'garbage' }),
  'answers without what the pages need': (page) => changeStored(page, { set: { data: {} } }),
  'answers for an older version of the app': (page) => changeStored(page, { set: { build: 'older' } }),
  'answers that somebody else saw': (page) => changeStored(page, { set: { owner: 'other' } }),
  'answers of more than a week ago': (page) => changeStored(page, { laterMs: -7 * dayMs }),
  'a clock that was set back by a day': (page) => changeStored(page, { laterMs: dayMs }),
  'a database of another shape': (page) =>
    page.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const deleting = indexedDB.deleteDatabase('last-seen');
          deleting.addEventListener('success', () => {
            const opening = indexedDB.open('last-seen', 2);
            opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('else'));
            opening.addEventListener('success', () => {
              opening.result.close();
              resolve();
            });
            opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')));
          });
        }),
    ),
  'a store that refuses': async (page) => {
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('refused', 'SecurityError');
      };
    });
  },
};

test('what is damaged, too old, of another time, another version or somebody else is not shown, and the page says so', async ({
  browser,
}) => {
  const { page, context, faults } = await openKeptPerson(browser);
  await page.goto(home);
  for (const [damage, doDamage] of Object.entries(damages)) {
    await test.step(damage, async () => {
      await expect.poll(() => readTopics(page)).toContain('overview');
      await page.goto('about:blank');
      await page.goto('/logo.svg');
      await doDamage(page);
      await context.setOffline(true);
      await page.goto(home);
      await expect(page.getByText('Loading failed')).toBeVisible();
      await expect(page.getByText('25.00')).toHaveCount(0);
      expect(otherFaults(faults)).toEqual([]);
      await context.setOffline(false);
      // The page opens by itself; a navigation of the test would interrupt it.
      await expect(assetRow(page, 'USDT')).toContainText('25.00');
    });
  }
  await context.close();
});

type Change = { readonly set?: Readonly<Record<string, unknown>>; readonly laterMs?: number; readonly whole?: unknown };

/** Changes everything this browser keeps of answers. */
async function changeStored(page: Page, change: Change): Promise<void> {
  await page.evaluate(
    ({ set, laterMs = 0, whole }) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('last-seen');
        opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')));
        opening.addEventListener('success', () => {
          const transaction = opening.result.transaction('answers', 'readwrite');
          const walk = transaction.objectStore('answers').openCursor();
          walk.addEventListener('success', () => {
            if (walk.result === null) return;
            const answer = walk.result.value as { readAtMs: number };
            walk.result.update(whole ?? { ...answer, readAtMs: answer.readAtMs + laterMs, ...set });
            walk.result.continue();
          });
          transaction.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
        });
      }),
    change,
  );
}

test('W10 after logout nothing of the person but the hint for the login page is left in caches, stores or databases', async ({
  browser,
}) => {
  const device = await openDevice(browser, {});
  const { page, context, api } = device;
  const { address, person } = await openNewcomer(device);
  const { personId, publicId, inviteCode, account } = await api.identity.account();
  await faucet(address, 'usdt', toUnits('usdt', '7.654321'));
  await page.goto(home);
  await expect(assetRow(page, 'USDT')).toContainText('7.65');
  await waitUntilKept(page);
  await page.getByRole('button', { name: 'Close' }).click();
  for (const name of ['Records', 'My'] as const) {
    await page.goto(name === 'Records' ? '/pages/record/index' : '/pages/my/index');
    await expect(page.getByRole('heading', { level: 1, name })).toBeAttached();
  }
  await expect.poll(() => readKept(page)).toContain(address);

  await logOut(page);
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  const secrets = [address, '7654321', personId, publicId, inviteCode, account.masked, person.contact, 'TLa2f'];
  await expect
    .poll(async () => {
      const kept = await readKept(page);
      return secrets.filter((secret) => kept.includes(secret));
    })
    .toEqual([]);
  expect(await readKept(page)).not.toContain('/api/');

  await context.setOffline(true);
  await page.goto(home);
  await expect(page.getByText('Loading failed')).toBeVisible();
  await expect(page.getByText('7.65')).toHaveCount(0);
  await context.close();
});

test('W10 who logs out without a connection leaves nothing here, and is logged out on the server with the first connection', async ({
  browser,
}) => {
  const { page, context, address, faults } = await openKeptPerson(browser);
  // Whoever copied the session's cookie.
  const copied = await browser.newContext({ storageState: await context.storageState() });
  const copiedApi = openApi(copied.request);
  const other = await context.newPage();
  await other.goto(home);
  await page.goto('/pages/my/index');
  await expect(page.getByRole('heading', { level: 1, name: 'My' })).toBeAttached();
  await context.setOffline(true);
  await expect(page.getByText('No connection.')).toBeVisible();

  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Log out?' });
  await expect(sheet.getByText('only this device logs you out now')).toBeVisible();
  await sheet.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  // The other tab as well, which no answer of the server can tell.
  await expect(other.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect.poll(() => readKept(page)).not.toContain(address);
  await page.goto(home);
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect(page.getByText('25.00')).toHaveCount(0);
  const askWithCopy = () =>
    copiedApi.identity.account().then(
      () => 'open',
      (error: unknown) => (error instanceof ORPCError ? error.code : String(error)),
    );
  // The server has not heard of it.
  expect(await askWithCopy()).toBe('open');

  await context.setOffline(false);
  await expect.poll(askWithCopy).toBe('LOGIN_EXPIRED');
  expect(otherFaults(faults)).toEqual([]);
  await registerByEmail(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeAttached();
  await copied.close();
  await context.close();
});

test('what was seen last is not shown to a session that has ended', async ({ device }) => {
  const { page, context, api } = device;
  await openNewcomer(device);
  const { address } = await getWallet(api);
  await page.goto(home);
  await expect.poll(() => readKept(page)).toContain(address);
  await context.clearCookies();
  await page.goto(home);
  await expect(page.getByText('Login expired, please log in again')).toBeVisible();
  await expect.poll(() => readKept(page)).not.toContain(address);
});

test('a newer version waits for the person’s word, then takes over', async ({ newDevice }) => {
  const proxy = await serveThroughProxy();
  const { page } = await newDevice({ baseURL: proxy.url });
  await page.goto('/');
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.reload();
  await expect(page.getByText('A new version is ready')).toHaveCount(0);

  proxy.newVersion();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect(page.getByText('A new version is ready')).toBeVisible();
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload' }).click();
  await reloaded;
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect(page.getByText('A new version is ready')).toHaveCount(0);
  await page.close();
  await proxy.close();
});
