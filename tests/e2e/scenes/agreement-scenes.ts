import { expect, type Locator, type Page } from '@playwright/test';
import { openApi } from '../support/api.ts';
import { firstVersions, newEmailPerson, registerQuietly } from '../support/person.ts';
import type { Scene } from './scene.ts';

const sheetOf = (page: Page): Locator => page.getByRole('dialog', { name: 'New user agreement and privacy policy' });

/** Signs somebody in on this device who opened their account with the first versions. */
async function becomeOutdated(page: Page) {
  await registerQuietly(openApi(page.context().request), newEmailPerson(), firstVersions);
}

async function openSheet(page: Page): Promise<Locator> {
  await becomeOutdated(page);
  await page.goto('/pages/index/index');
  await expect(sheetOf(page).getByText('New section “Changes”')).toBeVisible();
  return sheetOf(page);
}

/** A newer user agreement and privacy policy: asked for, waiting and accepted. */
export const agreementScenes: readonly Scene[] = [
  { name: 'agreement-new', as: 'own-newcomer', open: async (page) => void (await openSheet(page)) },
  {
    name: 'agreement-new-not-ticked',
    as: 'own-newcomer',
    open: async (page) => {
      const sheet = await openSheet(page);
      await sheet.getByRole('button', { name: 'Accept and continue' }).click();
      await expect(sheet.getByText('Check the terms first')).toBeVisible();
    },
  },
  {
    name: 'agreement-newer-than-the-app',
    as: 'own-newcomer',
    open: async (page) => {
      await page.route('**/api/identity/account', async (route) => {
        const response = await route.fetch();
        const account = (await response.json()) as object;
        await route.fulfill({
          response,
          json: { ...account, agreementsDue: [{ document: 'privacy', version: '2099-01-01' }] },
        });
      });
      await page.goto('/pages/index/index');
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Reload' })).toBeVisible();
    },
  },
  {
    name: 'agreement-waiting',
    as: 'own-newcomer',
    open: async (page) => {
      await becomeOutdated(page);
      await page.addInitScript(() => localStorage.setItem('signed-in', 'yes'));
      await page.goto('/pages/my/protocol?part=privacy');
      const offer = page.getByRole('button', { name: 'See what changed' });
      await expect(offer).toBeVisible();
      await offer.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'agreement-accepted',
    as: 'own-newcomer',
    open: async (page) => {
      const sheet = await openSheet(page);
      await sheet.getByRole('checkbox').check();
      await sheet.getByRole('button', { name: 'Accept and continue' }).click();
      await expect(sheet).toBeHidden();
      await page.goto('/pages/my/protocol?part=privacy');
      const last = page.getByText('Version of November 1, 2026');
      await expect(last).toBeVisible();
      await last.scrollIntoViewIfNeeded();
    },
  },
];
