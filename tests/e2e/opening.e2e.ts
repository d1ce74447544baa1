import { expect, type Page } from '@playwright/test';
import { openNewcomer } from './support/account.ts';
import { settled } from './support/looks.ts';
import { test } from './support/test.ts';

// Goal: there is something to see at once, and a page waits for no file it could have had before. Method: the server's own
// answer beside what the running page shows and loads.

const home = '/pages/index/index';
const parts = ['.launch-flight', '.launch-bird'] as const;

/** What a picture is made of, as the page has it now. */
function readPicture(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    (wanted) => wanted.map((part) => document.querySelector(part)?.outerHTML.replace(/>\s+</g, '><') ?? part),
    parts,
  );
}

test('before a script runs the page shows what the app then shows while it waits for an answer', async ({ device }) => {
  const { page } = device;
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('.launch-bird')).toBeVisible();
  const early = await readPicture(page);

  await page.unroute('**/assets/*.js');
  await page.addInitScript(() => localStorage.setItem('signed-in', 'yes'));
  await page.route('**/api/identity/account', () => undefined);
  await page.goto('/pages/common/launch');
  await expect(page.getByRole('heading', { name: 'Tern' })).toBeVisible();
  expect(early).toEqual(await readPicture(page));
});

/** The files of the app that opening the home page asked for, each as often as it was asked for. */
async function openHome(page: Page): Promise<readonly string[]> {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(home);
  await expect(page.getByRole('region', { name: 'Assets' }).getByRole('listitem')).toHaveCount(3);
  return asked.filter((path) => /^\/assets\/.*\.(?:js|css)$/.test(path));
}

test('what the home page is announced with is what it needs, asked for once, in few files', async ({
  device,
  newDevice,
}) => {
  await openNewcomer(device);
  const storageState = await device.context.storageState();
  const link = (await device.context.request.get(home)).headers()['link'] ?? '';
  const announced = [...link.matchAll(/<([^>]+)>/g)].map(([, path = '']) => path);
  const withThem = await openHome((await newDevice({ storageState })).page);

  const { page } = await newDevice({ storageState });
  await page.route(`**${home}`, async (route) => {
    const response = await route.fetch();
    const { link: _link, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  const without = await openHome(page);

  for (const path of announced) expect(without).toContain(path);
  expect(withThem.toSorted()).toEqual([...new Set(withThem)].toSorted());
  expect(announced.length).toBeGreaterThan(3);
  // Ten of them are the texts of the streets, which it keeps for a time without a connection.
  expect(withThem.length).toBeLessThan(28);
});

/** Paths of the API that a page asks for, in their order, without what it asks for every few seconds. */
function watchAnswers(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname.replace(/[0-9a-f-]{36}/, 'ID'));
  });
  return asked;
}

const firstOfEvery = ['/api/installation', '/api/preferences', '/api/identity/account'];
const firstOf = [
  ['/pages/index/index', ['/api/wallets/ID/overview']],
  ['/pages/index/transfer', ['/api/transfers/options', '/api/wallets']],
  ['/pages/index/receive', ['/api/wallets/ID/receive', '/api/wallets']],
  ['/pages/record/index', ['/api/records', '/api/address-book']],
  ['/pages/reward/index', ['/api/pool', '/api/pool/distributions', '/api/currencies']],
] as const;

test('a page asks for its first answers before the app runs, and for each once where nothing has changed', async ({
  device,
}) => {
  await openNewcomer(device);
  const { page } = device;
  await page.goto(home);
  await expect(page.getByRole('region', { name: 'Assets' }).getByRole('listitem')).toHaveCount(3);
  // The account is a moment old. As if it were a minute, in which nothing was announced.
  await page.route('**/api/live?**', (route) => {
    const url = new URL(route.request().url());
    const since = Date.parse(url.searchParams.get('since') ?? '');
    url.searchParams.set('since', new Date(since + 60_000).toISOString());
    return route.continue({ url: url.href });
  });
  for (const [path, ofPage] of firstOf) {
    const first = [...firstOfEvery, ...ofPage];
    const asked = watchAnswers(page);
    const live = page.waitForResponse('**/api/live?**');
    await page.goto(path);
    await live;
    // Once the page has come to rest it has heard how its stream begins, and would be asking again.
    await settled(page);
    expect(asked.slice(0, first.length).toSorted(), path).toEqual(first.toSorted());
    for (const each of first)
      expect(
        asked.filter((one) => one === each),
        `${path} asks ${each}`,
      ).toHaveLength(1);
  }
});

test('who has logged out without a connection is asked for nothing that needs a session', async ({ device }) => {
  await openNewcomer(device);
  const { page } = device;
  await page.goto(home);
  await expect(page.getByRole('region', { name: 'Assets' }).getByRole('listitem')).toHaveCount(3);
  await page.evaluate(() => localStorage.setItem('logout', 'yes'));
  const asked = watchAnswers(page);
  await page.goto(home);
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  expect(asked.indexOf('/api/identity/logout')).toBeGreaterThan(-1);
  expect(asked.slice(0, asked.indexOf('/api/identity/logout'))).not.toContain('/api/identity/account');
});
