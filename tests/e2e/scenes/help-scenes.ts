import { expect, type Page } from '@playwright/test';
import type { Scene } from './scene.ts';

async function openAnswer(page: Page, answer: string): Promise<void> {
  await page.goto(`/pages/my/help?answer=${answer}`);
  await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
}

/** The answers and their search, and the sheet to invite somebody. */
export const helpScenes: readonly Scene[] = [
  {
    name: 'help',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/my/help');
      await expect(page.getByRole('searchbox')).toBeVisible();
    },
  },
  {
    name: 'help-found',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/my/help?q=TRX');
      await expect(page.getByRole('searchbox')).toHaveValue('TRX');
    },
  },
  {
    name: 'help-nothing',
    as: 'owner',
    open: async (page) => {
      await page.goto('/pages/my/help?q=zzzz');
      await expect(page.getByRole('searchbox')).toHaveValue('zzzz');
    },
  },
  {
    name: 'help-broken',
    as: 'owner',
    open: async (page) => {
      await page.route('**/api/installation/rules', (route) => route.abort());
      await page.goto('/pages/my/help');
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 30_000 });
    },
  },
  { name: 'help-answer', as: 'owner', open: (page) => openAnswer(page, 'blocked') },
  { name: 'help-answer-fees', as: 'owner', open: (page) => openAnswer(page, 'fees') },
  {
    name: 'invite',
    as: 'owner',
    open: async (page) => {
      await page.route('**/api/profile/invites', (route) => route.fulfill({ json: { count: 12 } }));
      await page.goto('/pages/my/index');
      await page.getByRole('button', { name: /^Invite people/ }).click();
      await expect(page.getByRole('dialog').getByText('12 people')).toBeVisible();
    },
  },
  {
    name: 'invite-broken',
    as: 'owner',
    open: async (page) => {
      await page.route('**/api/profile/invites', (route) => route.abort());
      await page.goto('/pages/my/index');
      await page.getByRole('button', { name: /^Invite people/ }).click();
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Try again' })).toBeVisible({
        timeout: 30_000,
      });
    },
  },
];
