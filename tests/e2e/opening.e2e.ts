import { expect, type Page } from '@playwright/test';
import { openNewcomer } from './support/account.ts';
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
  expect(withThem.length).toBeLessThan(27);
});
