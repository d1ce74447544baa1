import { expect, type Page, type Route } from '@playwright/test';
import { openNewcomer } from './support/account.ts';
import { openDevice } from './support/device.ts';
import { logOut, registerQuietly } from './support/person.ts';
import { routes } from './support/routes.ts';
import { test } from './support/test.ts';

// Goal: every tap is answered at once, however slow the network is. Method: what the next page is made of, or shows, is held
// back, and the answer to the tap is looked at before any of it has come; what is asked for early is seen in the requests.

const home = '/pages/index/index';
const my = '/pages/my/index';
const code = /\/assets\/.*\.js$/;

/** Holds back whatever is asked for from now on; the function returned lets it, and what comes after it, through. */
async function hold(page: Page, what: RegExp): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isOver = false;
  await page.route(what, (route) => (isOver ? route.fallback() : void held.push(route)));
  return async () => {
    isOver = true;
    await Promise.all(held.map((route) => route.continue()));
  };
}

function titleOf(path: string): string {
  const [plain] = path.split('?', 1);
  const route = routes.find((each) => each.path.split('?', 1)[0] === plain);
  if (route === undefined) throw new Error(`no page at ${path}`);
  return route.title;
}

/** The pages that links of this one lead to. */
async function readTargets(page: Page): Promise<readonly string[]> {
  const here = new URL(page.url()).pathname;
  const found = await page
    .locator('a[href^="/pages/"]')
    .evaluateAll((links) =>
      links.filter((link) => link.checkVisibility()).map((link) => link.getAttribute('href') ?? ''),
    );
  return [...new Set(found)].filter((path) => path.split('?', 1)[0] !== here);
}

async function openStart(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: titleOf(path) })).toBeAttached();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  // The last that is fetched, beside the page, listens for presses.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/asides-')),
  );
}

for (const start of [home, my]) {
  test(`every link of ${start} shows the shape of its page before any of it has come, and going back leaves it`, async ({
    openPage,
    newcomer,
  }) => {
    const page = await openPage(newcomer);
    await openStart(page, start);
    const targets = await readTargets(page);
    expect(targets.length).toBeGreaterThanOrEqual(8);
    await hold(page, code);
    for (const path of targets) {
      const title = titleOf(path);
      await page.locator(`a[href="${path}"]`).first().click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page.getByRole('main').locator('[aria-busy="true"]').first()).toBeVisible();
      await expect(page).toHaveTitle(new RegExp(`^${title} · `));
      await page.goBack();
      await expect(page).toHaveURL(start);
      await expect(page.getByRole('heading', { level: 1, name: titleOf(start) })).toBeAttached();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    }
  });
}

test('a tab is marked at once, and readers start at the heading of the shape, then of the page', async ({
  openPage,
  newcomer,
}) => {
  const page = await openPage(newcomer);
  await openStart(page, home);
  const release = await hold(page, code);
  const tab = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Activity' });
  await tab.click();
  await expect(tab).toHaveAttribute('aria-current', 'page');
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('link', { name: 'Receive', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Receive', exact: true }).click();
  const heading = page.getByRole('heading', { level: 1, name: 'Receive' });
  await expect(heading).toBeFocused();
  await expect(page.getByRole('button', { name: 'Copy' })).toHaveCount(0);
  await release();
  await expect(page.getByRole('button', { name: 'Copy' })).toBeVisible();
  await expect(heading).toBeFocused();
});

test('the back button of a shape leads back, and the page that comes later does not come up', async ({
  openPage,
  newcomer,
}) => {
  const page = await openPage(newcomer);
  await openStart(page, my);
  const release = await hold(page, code);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(my);
  await release();
  await expect(page.getByRole('heading', { level: 1, name: 'My' })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('button', { name: /^Currency unit/ })).toBeVisible();
});

test('a page that does not come says so in its place, below its title, and the rest stays', async ({
  browser,
  newcomer,
}) => {
  const { page, context } = await openDevice(browser, { storageState: newcomer });
  await openStart(page, home);
  await page.route(/\/assets\/(?:reward|messages)-page-.*\.js$/, (route) => route.abort());
  await page.getByRole('link', { name: 'Messages' }).click();
  await expect(page.getByText('Loading failed')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('link', { name: 'Receive', exact: true })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Reward' }).click();
  await expect(page.getByText('Loading failed')).toBeVisible();
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('link', { name: 'Receive', exact: true })).toBeVisible();
  await context.close();
});

test('a press fetches the page of a link and what it shows first, before the press is over', async ({
  openPage,
  newcomer,
}) => {
  const page = await openPage(newcomer);
  await openStart(page, home);
  const asked = [
    page.waitForRequest(/\/assets\/receive-page-.*\.js$/),
    page.waitForRequest(/\/wallets\/[^/]+\/receive$/),
  ];
  await page.getByRole('link', { name: 'Receive', exact: true }).dispatchEvent('pointerdown');
  await Promise.all(asked);
  await expect(page).toHaveURL(home);
  const focused = page.waitForRequest(/\/assets\/messages-page-.*\.js$/);
  await page
    .getByRole('link', { name: /essages/ })
    .first()
    .focus();
  await focused;
  const pointedAt = page.waitForRequest(/\/assets\/scan-page-.*\.js$/);
  await page.getByRole('link', { name: 'Scan' }).dispatchEvent('pointerover');
  await pointedAt;
  await expect(page).toHaveURL(home);
});

test('nothing is fetched early for somebody who saves data', async ({ openPage, newcomer }) => {
  const page = await openPage(newcomer);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  );
  await openStart(page, home);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const link = page.getByRole('link', { name: 'Receive', exact: true });
  await link.dispatchEvent('pointerover');
  await link.dispatchEvent('pointerdown');
  await link.focus();
  expect(asked.filter((url) => code.test(url))).toEqual([]);
  await link.click();
  await expect(page.getByRole('button', { name: 'Copy' })).toBeVisible();
  expect(asked.filter((url) => url.includes('receive-page'))).toHaveLength(1);
});

test('the receive page draws the address it knows at once, and confirms it; nobody sees the address of who was here before', async ({
  device,
}) => {
  const { page, api } = device;
  const { address } = await openNewcomer(device);
  const picture = page.getByRole('img', { name: `QR code of the address ${address}` });
  await openStart(page, home);
  const release = await hold(page, /\/api\/(?!live)/);
  await page.getByRole('link', { name: 'Receive', exact: true }).click();
  await expect(picture).toBeVisible();
  await expect(page.getByRole('region', { name: 'Address' })).toContainText(address);
  await expect(page.getByRole('region', { name: 'Arriving now' })).toHaveCount(0);
  await release();
  await expect(page.getByRole('region', { name: 'Arriving now' })).toContainText('Waiting for a deposit');
  await expect(page.getByRole('region', { name: 'Address' })).toContainText(address);

  await page.unrouteAll({ behavior: 'wait' });
  await page.goto(my);
  await logOut(page);
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await registerQuietly(api);
  await hold(page, /\/api\/wallets/);
  await page.goto('/pages/index/receive');
  await expect(page.getByRole('heading', { level: 1, name: 'Receive' })).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-busy="true"]').first()).toBeVisible();
  await expect(page.getByRole('img', { name: /^QR code/ })).toHaveCount(0);
  expect(await page.content()).not.toContain(address.slice(0, 6));
});

/** What can be pressed and lies below the toast; the bar at the lower edge counts as a whole. */
function readCovered(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const toast = document.querySelector('.toaster')?.getBoundingClientRect();
    if (toast === undefined || toast.height === 0) return ['no toast'];
    const front = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
    return [...front.querySelectorAll('a[href], button, input, select, textarea, .tab-bar, .page-foot')]
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top;
      })
      .map((element) => element.textContent);
  });
}

test('a toast stands above the bar and covers nothing that can be pressed, in a sheet either', async ({
  openPage,
  newcomer,
}) => {
  const page = await openPage(newcomer);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openStart(page, home);
  await page.getByRole('button', { name: 'Copy the address' }).click();
  await expect(page.getByText('Address copied')).toBeVisible();
  expect(await readCovered(page)).toEqual([]);
  await openStart(page, my);
  await page.getByRole('button', { name: /^Invite people/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await readCovered(page)).toEqual([]);
  await openStart(page, '/pages/index/receive');
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Address copied')).toBeVisible();
  expect(await readCovered(page)).toEqual([]);
  await page.getByRole('button', { name: 'Request an amount with a payment link' }).click();
  await page.getByRole('dialog').getByLabel('Amount').fill('5');
  await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await readCovered(page)).toEqual([]);
});
