import { expect, type Page } from '@playwright/test';
import { openNewcomer } from './support/account.ts';
import { test } from './support/test.ts';

// Goal: whoever is stuck finds an answer with the numbers in force, and gets on from it. Method: search, keyboard, reload and
// back as people use them, a route that fails, and each place that leads to an answer.

const help = '/pages/my/help';
const answer = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });

test('an answer is found by a word of the person’s own, opens at its own address, and back leads to what was typed', async ({
  openPage,
  newcomer,
}) => {
  const page = await openPage(newcomer);
  await page.goto('/pages/my/index');
  await page.getByRole('link', { name: 'Help', exact: true }).click();
  await page.waitForURL(`**${help}`);
  await expect(page.getByRole('heading', { level: 2, name: 'Receiving and sending' })).toBeVisible();

  const search = page.getByRole('searchbox', { name: 'Search the answers' });
  await search.fill('GAS');
  await expect(page.getByRole('status').filter({ hasText: '1 found' })).toHaveText('1 found');
  await search.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${help}?q=GAS&answer=fees`);
  await expect(answer(page, 'What does a transfer cost?')).toBeFocused();
  await expect(page.getByText('at most 6.00 USDT, 5.00 TRX, 60.00 TERN')).toBeVisible();

  await page.reload();
  await expect(answer(page, 'What does a transfer cost?')).toBeVisible();
  await page.goBack();
  await expect(search).toHaveValue('GAS');
  await page.getByRole('link', { name: 'What does a transfer cost?' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('link', { name: 'What does a transfer cost?' })).toBeFocused();
  await page.getByRole('link', { name: 'What does a transfer cost?' }).click();
  await page.getByRole('link', { name: 'Transfer' }).click();
  await page.waitForURL('**/pages/index/transfer');
});

test('a word that nothing has leads to support, and an unknown address to all answers', async ({
  openPage,
  newcomer,
}) => {
  const page = await openPage(newcomer);
  await page.goto(`${help}?answer=nothing`);
  await page.getByRole('searchbox').fill('zzzz');
  await expect(page.getByText('No results')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '0 found' })).toHaveText('0 found');
  await page.getByRole('link', { name: 'Contact support' }).click();
  await page.waitForURL('**/pages/common/support');
});

test('rules that cannot be read are asked for again', async ({ openPage, newcomer }) => {
  const page = await openPage(newcomer);
  await page.route('**/api/installation/rules', (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(help);
  await expect(page.getByText('Couldn’t load the answers.')).toBeVisible({ timeout: 30_000 });
  await page.unroute('**/api/installation/rules');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('searchbox')).toBeVisible();
});

test('the answers are searched without a connection, and the bar of that leads to what works then', async ({
  device,
}) => {
  await openNewcomer(device);
  const { page } = device;
  await page.goto(help);
  await page.getByRole('searchbox').fill('offline');
  await expect(page.getByRole('link', { name: 'What works without a connection?' })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('searchbox').fill('passkey');
  await expect(page.getByRole('link', { name: 'What is a passkey?' })).toBeVisible();
  await page.getByRole('status').getByRole('link', { name: 'Help' }).click();
  await expect(answer(page, 'What works without a connection?')).toBeVisible();
});

test('a missing deposit leads to its answer', async ({ openPage, newcomer }) => {
  const page = await openPage(newcomer);
  await page.goto('/pages/index/deposit-search');
  await page.getByRole('link', { name: 'Help with this' }).click();
  await page.waitForURL(`**${help}?answer=deposit`);
  await expect(page.getByText('after 19 confirmations')).toBeVisible();
  await page.getByRole('link', { name: 'Missing deposit' }).click();
  await page.waitForURL('**/pages/index/deposit-search');
});
