import { expect } from '@playwright/test';
import { getWallet } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { faucet } from './support/devchain.ts';
import { setTradePassword } from './support/factors.ts';
import { registerQuietly } from './support/person.ts';
import { test } from './support/test.ts';

// Goal: nothing happens to a person's money or account without their being told, once and at once. Method: real events of
// the product, seen on pages that are open already.

test('what happens to money and account arrives live, is read one by one and all at once', async ({ device }) => {
  const { page, api } = device;
  const person = await registerQuietly(api);
  const { address } = await getWallet(api);
  // The reward of the first top-up needs to know.
  await api.preferences.declareCountry({ country: 'DE' });
  await page.goto('/pages/my/message');
  await expect(page.getByText('No messages')).toBeVisible();

  await faucet(address, 'usdt', toUnits('usdt', '25'));
  const arrived = page.getByRole('link', { name: /25\.00 USDT received/ });
  await expect(arrived).toBeVisible();
  await expect(arrived).toContainText('Unread');
  await setTradePassword(api, person);
  await expect(page.getByRole('link', { name: /Trade password set/ })).toContainText('Unread');

  const marked = page.waitForResponse((response) => response.url().endsWith('/read'));
  await arrived.click();
  await expect(page.getByRole('heading', { name: '25.00 USDT received' })).toBeVisible();
  await marked;
  await page.getByRole('link', { name: 'View record' }).click();
  await expect(page.getByRole('main')).toContainText('25.00 USDT');
  await page.goto('/pages/my/message');
  await expect(arrived).not.toContainText('Unread');
  await page.goto('/pages/index/index');
  await expect(page.getByRole('link', { name: /My ?, \d unread messages/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^\d unread messages$/ }).locator('.icon-button-point')).toBeVisible();

  await page.goto('/pages/my/message');
  await expect(page.getByRole('link', { name: /Reward 20\.00 TERN/ })).toBeVisible();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByText('Unread')).toHaveCount(0);
  await page.getByRole('button', { name: 'Rewards' }).click();
  await expect(page.getByRole('link', { name: /Reward 20\.00 TERN/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /received/ })).toHaveCount(0);

  await page.goto('/pages/index/index');
  const bell = page.getByRole('link', { name: 'Messages', exact: true });
  await expect(bell).toBeVisible();
  await expect(bell.locator('.icon-button-point')).toHaveCount(0);
  const moment = page.locator('.notice').filter({ hasText: 'Your account is active' });
  await expect(moment).toContainText('Your bonus of 20.00 TERN is in your balance and ready to use.');
  await moment.getByRole('button', { name: 'Close' }).click();
  await expect(moment).toBeHidden();
});

test('a kind that is switched off still arrives, but as read', async ({ device }) => {
  const { page, api } = device;
  await registerQuietly(api);
  const { address } = await getWallet(api);
  await page.goto('/pages/my/message');
  await page.getByRole('button', { name: 'Notify me about' }).click();
  await page.getByRole('dialog').getByLabel('Transfers').uncheck();
  await expect.poll(async () => (await api.messages.messageSettings()).muted).toEqual(['transfers']);
  await page.keyboard.press('Escape');
  await faucet(address, 'trx', toUnits('trx', '3'));
  const arrived = page.getByRole('link', { name: /3\.00 TRX received/ });
  await expect(arrived).toBeVisible();
  await expect(arrived).not.toContainText('Unread');
});
