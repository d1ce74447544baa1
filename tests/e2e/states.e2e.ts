import { expect, type Page, type Route } from '@playwright/test';
import { settled } from './support/looks.ts';
import { test } from './support/test.ts';

// Goal: no page of a person is ever empty without a word: it waits in the shape of what comes, says when that fails, and
// comes with the next try. Method: the answers it lives on are held back, then refused, then let through.

/** What a page needs to open at all: who is signed in, where, and how amounts are shown. */
const needed = ['/api/identity/account', '/api/installation', '/api/preferences'];

const pages = [
  '/pages/index/index',
  '/pages/index/receive',
  '/pages/record/index',
  '/pages/my/message',
  '/pages/my/info',
  '/pages/my/wallet',
  '/pages/my/address-book',
  '/pages/my/passkeys',
  '/pages/my/security-history',
];

/** Something a page does not try again by itself, so that nobody waits for its further tries. */
const refusal = { defined: true, code: 'TOO_MANY_REQUESTS', status: 429, message: '', data: { retryAfterSeconds: 1 } };

async function holdAnswers(page: Page) {
  const held: Route[] = [];
  let refuses = false;
  const refuse = (route: Route) => route.fulfill({ status: 429, json: refusal });
  await page.route('**/api/**', async (route) => {
    if (needed.includes(new URL(route.request().url()).pathname)) return route.continue();
    if (refuses) return refuse(route);
    held.push(route);
  });
  return {
    refuse: async () => {
      refuses = true;
      await Promise.all(held.splice(0).map(refuse));
    },
    letThrough: () => page.unroute('**/api/**'),
  };
}

for (const path of pages) {
  test(`${path} waits in its shape, says what failed, and comes with the next try`, async ({ newDevice, newcomer }) => {
    const { page } = await newDevice({ storageState: newcomer });
    const answers = await holdAnswers(page);
    await page.goto(path);
    await expect(page.locator('[aria-busy="true"]').first()).toBeVisible();
    await answers.refuse();
    await expect(page.getByText('Loading failed').first()).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await answers.letThrough();
    // What fails may be in several parts, and the live channel may bring some of them before they are asked for.
    await expect(async () => {
      for (const again of await page.getByRole('button', { name: 'Try again' }).all())
        await again.click({ timeout: 2000 });
      await expect(page.getByText('Loading failed')).toHaveCount(0, { timeout: 2000 });
    }).toPass();
    await settled(page);
  });
}
