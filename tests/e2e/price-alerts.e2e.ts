import { expect } from '@playwright/test';
import { sql } from 'kysely';
import { assetRow } from './pages/home-page.ts';
import { asOwner } from './support/owner.ts';
import { registerQuietly } from './support/person.ts';
import { test } from './support/test.ts';

// Goal: somebody sets an alert where they see the price, is told once while the app is open, and finds what became of it.
// Method: the pages as a person presses, with the worker of the installation. The price of the reward token is fixed there, so that
// it is the target that moves to the price; that prices move to targets is shown beside the server's code.

/** Has the price stand beyond every alert of somebody, as the worker will find at its next look. */
const letPriceReach = (alertId: string): Promise<unknown> =>
  asOwner(({ kysely }) => sql`UPDATE price_alerts SET target = 0.01 WHERE id = ${alertId}`.execute(kysely));

test('an alert is set from the sheet of an asset, told once, set again and removed', async ({ device }) => {
  test.setTimeout(150_000);
  const { page, api } = device;
  await registerQuietly(api);
  await page.goto('/pages/index/index');
  await assetRow(page, 'TERN').click();
  await page.getByRole('link', { name: 'Price alerts' }).click();
  await expect(page.getByText('No price alerts')).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/Updated .* ago/);

  const price = page.getByRole('textbox', { name: 'Price of TERN' });
  await price.fill('9.5');
  await page.getByRole('button', { name: 'Add alert' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Rises to' });
  await expect(row).toContainText('9.5 USDT');
  await expect(row).toContainText('Set on');
  await expect(price).toHaveValue('');

  const { alerts } = await api.priceAlerts.listPriceAlerts({ assetId: 'reward' });
  await letPriceReach(alerts[0]?.id ?? '');
  await expect(row).toContainText(/Reached on .* at [\d.]+ USDT/, { timeout: 60_000 });
  await page.goto('/pages/my/message?kind=prices');
  await expect(page.getByRole('link', { name: /TERN rose to 0\.01 USDT/ })).toHaveCount(1);
  await page.getByRole('link', { name: /TERN rose to 0\.01 USDT/ }).click();
  await expect(page.getByRole('main')).toContainText(/The price was [\d.]+ USDT per TERN on /);
  await page.getByRole('link', { name: 'Open price alerts' }).click();

  await row.getByRole('button').click();
  await page.getByRole('button', { name: 'Set again' }).click();
  await expect(page.getByRole('dialog')).toContainText('reached this already');
  await page.getByRole('button', { name: 'Remove alert' }).click();
  await expect(page.getByText('No price alerts')).toBeVisible();
  expect((await api.priceAlerts.listPriceAlerts({ assetId: 'reward' })).used).toBe(0);
});

test('what cannot be waited for is refused at the field, with what to do instead', async ({ device }) => {
  const { page, api } = device;
  await registerQuietly(api);
  await page.goto('/pages/index/price-alerts?coin=reward');
  const price = page.getByRole('textbox', { name: 'Price of TERN' });
  const add = page.getByRole('button', { name: 'Add alert' });
  for (const [typed, said] of [
    ['', 'Enter a number'],
    ['0', 'above zero'],
    ['1.123456789', 'at most 8 decimals'],
    ['1,250', 'Leave out thousands separators'],
    ['0.0001', 'has reached this already'],
  ] as const) {
    await price.fill(typed);
    await add.click();
    await expect(price).toHaveAccessibleDescription(new RegExp(said));
  }
  // What was typed survives a reload.
  await page.reload();
  await expect(price).toHaveValue('0.0001');
  await page.getByRole('radio', { name: 'Falls to' }).check({ force: true });
  await add.click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Falls to' })).toContainText('0.0001 USDT');
  await price.fill('0.0001');
  await add.click();
  await expect(price).toHaveAccessibleDescription(/already have an alert/);

  await page.goto('/pages/index/price-alerts?coin=usdt');
  await expect(page.getByText('This price never changes')).toBeVisible();
  await expect(add).toHaveCount(0);
});

test('twenty alerts are the maximum, of all coins, and one that is removed makes room', async ({ device }) => {
  const { page, api } = device;
  await registerQuietly(api);
  const add = (target: number) =>
    api.priceAlerts.addPriceAlert({ assetId: 'reward', unit: 'usdt', direction: 'above', target: `${100 + target}` });
  for (let at = 0; at < 20; at += 1) await add(at);
  await expect(add(20)).rejects.toMatchObject({ code: 'ALERT_LIMIT_REACHED' });
  await page.goto('/pages/index/price-alerts?coin=trx');
  await expect(page.getByText('You have 20 price alerts, which is the maximum')).toBeVisible();
  await page.goto('/pages/index/price-alerts?coin=reward');
  await page.getByRole('listitem').filter({ hasText: '105 USDT' }).getByRole('button').click();
  await page.getByRole('button', { name: 'Remove alert' }).click();
  await expect(page.getByRole('button', { name: 'Add alert' })).toBeVisible();
  await expect(page.getByText('19 of 20 price alerts')).toBeVisible();
});
