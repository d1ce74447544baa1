import { expect, type Page } from '@playwright/test';
import { settled } from './support/looks.ts';
import { registerByEmail } from './support/person.ts';
import { routes } from './support/routes.ts';
import { test } from './support/test.ts';

// Goal: what holds for every page. Method: one table of all routes, each opened by its address.

async function expectTitle(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path);
  await settled(page);
  await expect(page).toHaveTitle(new RegExp(`^${title} · \\S`));
}

for (const { path, title, access } of routes) {
  const name = path.replace(/=[\da-f-]{36}$/, '=…');

  const hasTitle = `${name} has its title and one heading`;

  if (access === 'open') {
    test(hasTitle, async ({ openPage }) => expectTitle(await openPage(), path, title));
  } else {
    test(hasTitle, async ({ openPage, newcomer }) => expectTitle(await openPage(newcomer), path, title));

    test(`${name} leads to the login page without a session, and back after it`, async ({ openPage }) => {
      const page = await openPage();
      await page.goto(path);
      await expect(page.getByText('Login expired, please log in again')).toBeVisible();
      await expect(page).toHaveURL(`/?${new URLSearchParams({ redirect: path })}`);
    });
  }
}

test('a visitor is led to the login page in whatever order the answers come', async ({ page }) => {
  const others = page.waitForResponse((response) => response.url().endsWith('/api/preferences'));
  await page.route('**/api/identity/account', async (route) => {
    await (await others).finished();
    await route.continue();
  });
  await page.goto('/pages/my/setting');
  await expect(page.getByText('Login expired, please log in again')).toBeVisible();
});

test('login, register and launch lead somebody who is signed in on to home', async ({ page }) => {
  await registerByEmail(page);
  for (const path of ['/', '/pages/login/index', '/pages/login/register', '/pages/common/launch']) {
    await page.goto(path);
    await page.waitForURL('**/pages/index/index');
  }
});

test('launch leads a visitor to the login page', async ({ page }) => {
  await page.goto('/pages/common/launch');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
});

test('a file of an older version is not there, rather than being the page', async ({ request }) => {
  const gone = await request.get('/assets/index-00000000.js');
  expect(gone.status()).toBe(404);
  expect(gone.headers()['content-type']).not.toContain('html');
});
