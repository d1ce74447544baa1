import { expect } from '@playwright/test';
import { assetRow } from './pages/home-page.ts';
import { openNewcomer } from './support/account.ts';
import { toUnits } from './support/amounts.ts';
import { faucet } from './support/devchain.ts';
import { test } from './support/test.ts';

// Goal: home shows what is there as its person wants it, and remembers. Method: the page with coins from the chain.

test('assets open with their records, hide and stay hidden; the total has its line', async ({ device }) => {
  const { page, api, address, walletId } = await openNewcomer(device);
  await faucet(address, 'usdt', toUnits('usdt', '25'));
  await page.goto('/pages/index/index');
  await expect(assetRow(page, 'USDT')).toContainText('25.00', { timeout: 30_000 });
  const line = page.getByRole('slider', { name: 'Value over time' });
  await expect(line).toHaveAttribute('aria-valuetext', /25\.00 USDT$/);
  await line.focus();
  await page.keyboard.press('Home');
  await expect(page.getByText('In and out')).toBeHidden();
  await expect(page.getByText('Lift your finger')).toBeHidden();
  await page.getByRole('radio', { name: 'All' }).focus();
  await expect(page.getByText('In and out')).toBeVisible();

  await assetRow(page, 'USDT').click();
  const sheet = page.getByRole('dialog', { name: 'USDT' });
  await expect(sheet).toContainText('Tether USD');
  await expect(sheet).toContainText('25.00 USDT · Available 25.00');
  await expect(sheet).toContainText('USDT has no price of its own');
  await sheet.getByRole('link', { name: /^Received USDT/ }).click();
  await page.waitForURL('**/pages/record/detail?id=*');
  await page.goBack();

  await test.step('an asset says who gives its price, and home shows the last three records', async () => {
    const readSources = async () => {
      const { balances } = await api.wallets.overview({ walletId });
      return balances.find(({ assetId }) => assetId === 'trx')?.price?.sources.length;
    };
    await expect.poll(readSources, { timeout: 60_000 }).toBe(2);
    await page.reload();
    await assetRow(page, 'TRX').click();
    const trx = page.getByRole('dialog', { name: 'TRX' });
    const sources = trx.getByRole('group').filter({ hasText: /^Price/ });
    await expect(sources).toContainText('Price: median of 2 sources');
    await sources.getByText(/^Price/).click();
    await expect(sources.getByRole('listitem')).toHaveText([/ ago$/, / ago$/]);
    await trx.getByRole('button', { name: 'Close' }).click();

    const latest = page.getByRole('region', { name: 'Latest records' });
    await expect(latest.getByRole('listitem')).toHaveCount(1);
    for (const amount of ['1', '2', '3']) await faucet(address, 'trx', toUnits('trx', amount));
    for (const amount of ['1.00 TRX', '2.00 TRX', '3.00 TRX']) await expect(latest).toContainText(amount);
    await expect(latest.getByRole('listitem')).toHaveCount(3);
    await expect(latest).not.toContainText('25.00');
  });

  await page.getByRole('button', { name: 'Manage tokens' }).click();
  const manage = page.getByRole('dialog', { name: 'Manage tokens' });
  const kept = page.waitForResponse(
    (response) => response.url().endsWith('/api/asset-settings') && response.request().method() === 'POST',
  );
  await manage.getByRole('button', { name: 'Hide TRX' }).click();
  await expect(manage.getByRole('button', { name: 'Show TRX' })).toBeVisible();
  await manage.getByRole('button', { name: 'Close' }).click();
  await expect(assetRow(page, 'TRX')).toBeHidden();
  expect((await kept).ok()).toBe(true);
  await page.reload();
  await expect(page.getByRole('button', { name: '1 token hidden' })).toBeVisible();
  await expect(assetRow(page, 'TRX')).toBeHidden();
});

test('a range that cannot be read says so, can be asked for again, and leaves the other ranges', async ({ device }) => {
  const { page, context, address } = await openNewcomer(device);
  await faucet(address, 'usdt', toUnits('usdt', '25'));
  await page.goto('/pages/index/index');
  await expect(assetRow(page, 'USDT')).toContainText('25.00', { timeout: 30_000 });
  const line = page.getByRole('slider', { name: 'Value over time' });
  await expect(line).toBeVisible();
  const year = /\/worth\?.*range=year/;
  await page.route(year, (route) => route.abort());
  const range = (name: string) => page.getByRole('radio', { name });
  await range('Year').check({ force: true });
  await expect(page.getByText('Couldn’t load the prices.')).toBeVisible({ timeout: 60_000 });
  await expect(line).toBeHidden();
  await range('Month').check({ force: true });
  await expect(line).toBeVisible();
  await range('Year').check({ force: true });
  await expect(page.getByText('Couldn’t load the prices.')).toBeVisible({ timeout: 60_000 });
  await page.unroute(year);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(line).toBeVisible();

  await context.setOffline(true);
  await expect(page.getByText('No connection.')).toBeVisible();
  await range('Week').check({ force: true });
  await expect(page.getByRole('status').filter({ hasText: /^Needs a connection$/ })).toBeVisible();
  await expect(line).toBeHidden();
  await range('Month').check({ force: true });
  await expect(line).toBeVisible();
  await range('Week').check({ force: true });
  await expect(line).toBeHidden();
  await context.setOffline(false);
  await expect(line).toBeVisible();
});

test('the activation prompt, once closed, stays away on every device of the person', async ({ device }) => {
  const { page } = await openNewcomer(device);
  await page.goto('/pages/index/index');
  const prompt = page.locator('.notice').filter({ hasText: 'Conditions' });
  await expect(prompt).toContainText('Your deposit stays yours, and you can send it out at any time.');
  const closed = page.waitForResponse('**/api/promotions/activation-prompt/close');
  await prompt.getByRole('button', { name: 'Close' }).click();
  await expect(prompt).toBeHidden();
  expect((await closed).ok()).toBe(true);
  const answered = page.waitForResponse('**/api/promotions/activation-prompt');
  await page.reload();
  expect(await (await answered).json()).toMatchObject({ due: false });
  await expect(assetRow(page, 'USDT')).toBeVisible();
  await expect(prompt).toBeHidden();
});
