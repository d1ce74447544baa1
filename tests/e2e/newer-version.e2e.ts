import { expect, type Browser, type Page } from '@playwright/test';
import { openDevice } from './support/device.ts';
import { test } from './support/test.ts';
import { serveThroughProxy, type VersionProxy } from './support/version-proxy.ts';

// Goal: a page that was open when the wallet was upgraded goes on, or loads the newer version by itself where a part of it is
// gone; nobody is sent in circles. Method: the wallet behind a proxy that becomes a newer version, without the texts of a page
// that was not opened yet.

/** The texts that the support page needs, in whichever language. */
const gone = /^\/assets\/settings-[\w-]{7}\.js$/;

type Visit = {
  readonly page: Page;
  readonly proxy: VersionProxy;
  readonly loads: () => number;
  readonly end: () => Promise<void>;
};

/** Somebody who has the login page open. Faults are expected: parts that do not load are reported. */
async function openVisit(
  browser: Browser,
  serviceWorkers: 'allow' | 'block',
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<Visit> {
  const proxy = await serveThroughProxy({ gone });
  const { page, context } = await openDevice(browser, { baseURL: proxy.url, serviceWorkers, locale: 'en' });
  await prepare(page);
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  return {
    page,
    proxy,
    loads: () => loads,
    end: async () => {
      await context.close();
      await proxy.close();
    },
  };
}

const openSupport = (page: Page): Promise<void> => page.getByRole('link', { name: 'Contact support' }).click();
const expectSupport = (page: Page): Promise<void> =>
  expect(page.getByRole('heading', { name: 'What to tell us' })).toBeVisible();

test('an open page whose next part is gone loads the newer version, and opens what was asked for', async ({
  browser,
}) => {
  const { page, proxy, loads, end } = await openVisit(browser, 'block');
  proxy.newVersion();
  await openSupport(page);
  await expectSupport(page);
  expect(loads()).toBe(2);
  await end();
});

test('so does one that is kept for times without a network, without a question', async ({ browser }) => {
  const { page, proxy, loads, end } = await openVisit(browser, 'allow');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  proxy.newVersion();
  await openSupport(page);
  await expectSupport(page);
  await expect(page.getByText('A new version is ready')).toHaveCount(0);
  expect(loads()).toBe(2);
  await end();
});

test('where the version is the same, a part that does not load is said, and nothing loads by itself', async ({
  browser,
}) => {
  const { page, proxy, loads, end } = await openVisit(browser, 'block');
  const told = page.waitForResponse('**/api/installation');
  await openSupport(page);
  await expect(page.getByText('Loading failed')).toBeVisible();
  // It has asked which version is there, and was told its own.
  await (await told).finished();
  expect(loads()).toBe(1);
  // The newer version is there, and its page as well; whoever tries again gets it.
  proxy.newVersion();
  await page.getByRole('button', { name: /again/i }).click();
  await expectSupport(page);
  await end();
});

test('a page that fails before the part that looks for a newer version is loaded makes it look all the same', async ({
  browser,
}) => {
  const held = Promise.withResolvers<void>();
  const { page, loads, end } = await openVisit(browser, 'block', async (opened) => {
    await opened.route(/\/assets\/asides-[\w-]+\.js$/, async (route) => {
      await held.promise;
      await route.continue();
    });
  });
  await openSupport(page);
  await expect(page.getByText('Loading failed')).toBeVisible();
  const told = page.waitForResponse('**/api/installation');
  held.resolve();
  await (await told).finished();
  expect(loads()).toBe(1);
  await end();
});

test('a newer version that lacks the same part is loaded once, not again and again', async ({ browser }) => {
  const { page, proxy, loads, end } = await openVisit(browser, 'block');
  await page.route(
    ({ pathname }) => gone.test(pathname),
    (route) => route.fulfill({ status: 404 }),
  );
  proxy.newVersion();
  await openSupport(page);
  await expect.poll(loads).toBe(2);
  await expect(page.getByText('Loading failed')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(loads()).toBe(2);
  await end();
});
