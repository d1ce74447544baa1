import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { installation, walletUrl } from './installation.ts';
import { assetRow } from './pages/home-page.ts';
import { getWallet, openNewcomer } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { faucet } from './support/devchain.ts';
import { openDevice } from './support/device.ts';
import { logOut } from './support/person.ts';
import { test } from './support/test.ts';

// Goal: the wallet opens without a network with what was seen last and how old it is, and keeps nothing of a
// person who has logged out. Method: Chromium's own service worker, caches and stores, with the network switched off.

test.use({ serviceWorkers: 'allow' });

const home = '/pages/index/index';

/** Everything this browser keeps for the wallet, as one text. */
function readKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const { pathname } = new URL(request.url);
        kept.push(pathname);
        // The app's own files say nothing about anybody; any other answer would be somebody's.
        if (!pathname.startsWith('/assets/')) kept.push(await (await cache.match(request))?.text());
      }
    }
    for (const { name = '' } of await indexedDB.databases()) {
      kept.push(
        await new Promise((resolve, reject) => {
          const opening = indexedDB.open(name);
          opening.addEventListener('error', () => reject(opening.error ?? new Error(name)));
          opening.addEventListener('success', () => {
            const [store] = opening.result.objectStoreNames;
            const all = opening.result
              .transaction(store ?? '')
              .objectStore(store ?? '')
              .getAll();
            all.addEventListener('success', () => resolve(all.result));
          });
        }),
      );
    }
    return JSON.stringify(kept);
  });
}

/** Waits until the app is kept for times without a network, with the texts that this page has loaded. */
async function waitUntilKept(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const [name] = await caches.keys();
        if (navigator.serviceWorker.controller === null || name === undefined) return [];
        const paths = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
        return ['home-page', 'en', 'home', 'inside'].filter((file) =>
          paths.some((path) => new RegExp(`^/assets/${file}-[\\w-]{8}\\.js$`).test(path)),
        );
      }),
    )
    .toEqual(['home-page', 'en', 'home', 'inside']);
}

test('opens without a network with the last seen data and its age, and reads anew when the network is back', async ({
  browser,
}) => {
  const device = await openDevice(browser, {});
  const { page, context, faults } = device;
  const { address } = await openNewcomer(device);
  await faucet(address, 'usdt', toUnits('usdt', '25'));
  await page.goto(home);
  await expect(assetRow(page, 'USDT')).toContainText('25.00');
  await waitUntilKept(page);
  await expect.poll(() => readKept(page)).toContain('25000000');

  await context.setOffline(true);
  await page.goto('/pages/common/launch');
  await page.waitForURL(`**${home}`);
  await expect(assetRow(page, 'USDT')).toContainText('25.00');
  await expect(page.getByText(/Network error, try again later. This is as of \d/)).toBeVisible();
  await page.getByRole('link', { name: 'Receive', exact: true }).click();
  await expect(page.getByText('Loading failed')).toBeVisible();
  expect(faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|Failed to fetch/.test(fault))).toEqual([]);

  await context.setOffline(false);
  await page.goto(home);
  await expect(assetRow(page, 'USDT')).toContainText('25.00');
  await expect(page.getByText('This is as of')).toHaveCount(0);
  await context.close();
});

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

/** The wallet under another address, where its service worker can become a newer one. */
async function serveThroughProxy(): Promise<{ url: string; newVersion: () => void; close: () => Promise<void> }> {
  let version = '';
  const server = createServer((incoming, outgoing) => {
    // Whole answers only: a part, or none because nothing has changed, could not be made a newer one.
    const { 'if-none-match': _known, 'if-modified-since': _since, ...asking } = incoming.headers;
    const headers = { ...asking, host: new URL(walletUrl).host, 'accept-encoding': 'identity' };
    const { method, url: path } = incoming;
    const asked = httpRequest({ port: Number(installation.WEB_PORT), method, path, headers }, (answer) => {
      const { 'content-length': _length, ...rest } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, rest);
      answer.on('end', () => outgoing.end(path === '/service-worker.js' ? version : ''));
      answer.pipe(outgoing, { end: false });
    });
    incoming.pipe(asked);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    newVersion: () => {
      version = '// newer\n';
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
