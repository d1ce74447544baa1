import { expect, type Page } from '@playwright/test';
import type { PoolView } from '@tern/contracts/routes/pool';
import type { CurrencyView, PreferencesView } from '@tern/contracts/routes/preferences';
import type { OverviewView } from '@tern/contracts/routes/wallets';
import { assetRow } from './pages/home-page.ts';
import { openNewcomer } from './support/account.ts';
import type { Device } from './support/device.ts';
import { test } from './support/test.ts';

// Goal: a number that depends on an old price or an old exchange rate says so wherever it stands, with the age. Method: a
// wallet with money whose prices are three hours old, in euros of four days ago, which only an outage makes: the browser is
// answered so.

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const oldPrice = 'Price 3 hours old';
const oldRate = /Exchange rate of \w+ \d+ · 4 days old/;

/** What the server answers, changed on its way to the page. */
async function change<Answer extends object>(page: Page, path: string, changed: (answer: Answer) => Answer) {
  await page.route(path, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: changed((await response.json()) as Answer) });
  });
}

/** Four days less a few minutes: ages are rounded up. */
const fourDays = 4 * 24 - 0.1;
const threeHours = 3 - 0.1;

type Old = { readonly prices: boolean; readonly rate: boolean };

/** The page of somebody new with money whose prices and rate are old, or fresh. */
async function openWithMoney(device: Device, old: Old = { prices: true, rate: true }): Promise<Page> {
  const { page } = await openNewcomer(device);
  await growOld(page, old);
  return page;
}

async function growOld(page: Page, old: Old): Promise<void> {
  await change<OverviewView>(page, '**/api/wallets/*/overview', (overview) => ({
    ...overview,
    balances: overview.balances.map((balance) => ({
      ...balance,
      posted: '5000000',
      available: '5000000',
      value: balance.value ?? '5000000',
      price:
        balance.price &&
        (balance.assetId === 'usdt' ? balance.price : { ...balance.price, at: ago(threeHours), stale: old.prices }),
    })),
    total: { value: '12000000', complete: true },
  }));
  await change<PreferencesView>(page, '**/api/preferences', (given) => ({ ...given, currencyUnit: 'eur' }));
  await change<{ currencies: CurrencyView[] }>(page, '**/api/currencies', ({ currencies }) => ({
    currencies: [
      ...currencies
        .filter(({ unit }) => unit !== 'eur')
        .map((currency) => ({ ...currency, at: currency.at && ago(threeHours), stale: old.prices })),
      { unit: 'eur', symbol: 'EUR', usdtPrice: '1.25', source: 'central-bank', at: ago(fourDays), stale: old.rate },
    ],
  }));
}

test('a wallet in the list and in its sheet says how old the price and the rate of its worth are', async ({
  device,
}) => {
  const page = await openWithMoney(device);
  await page.goto('/pages/my/wallet');
  const row = page.getByRole('main').getByRole('button', { name: /EUR/ });
  await expect(row).toContainText(oldPrice);
  await expect(row).toContainText(oldRate);
  await row.click();
  const sheet = page.getByRole('dialog');
  const total = sheet.getByRole('definition').last();
  await expect(total).toContainText('9.60 EUR');
  await expect(total).toContainText(oldPrice);
  await expect(total).toContainText(oldRate);
});

test('a rate that is old after hours is named by its day too, which every language can say', async ({ device }) => {
  const page = await openWithMoney(device);
  await change<PreferencesView>(page, '**/api/preferences', (given) => ({ ...given, currencyUnit: 'trx' }));
  await page.goto('/pages/my/wallet');
  const row = page.getByRole('main').getByRole('button', { name: /TRX/ });
  await expect(row).toContainText(/Exchange rate of \w+ \d+ · 3 hours old/);
});

test('with fresh prices and a fresh rate nothing is marked', async ({ device }) => {
  const page = await openWithMoney(device, { prices: false, rate: false });
  await page.goto('/pages/my/wallet');
  const row = page.getByRole('main').getByRole('button', { name: /EUR/ });
  await expect(row).toContainText('9.60 EUR');
  await expect(row).not.toContainText('old');
});

test('USDT in euros says in its own sheet how old the rate is, and an old price does not hide it elsewhere', async ({
  device,
}) => {
  const page = await openWithMoney(device);
  await page.goto('/pages/index/index');
  await expect(assetRow(page, 'TRX')).toContainText(oldPrice);
  await expect(assetRow(page, 'TRX')).toContainText(oldRate);
  await assetRow(page, 'USDT').click();
  const sheet = page.getByRole('dialog', { name: 'USDT' });
  await expect(sheet).toContainText(oldRate);
  await expect(sheet).not.toContainText(oldPrice);
});

test('the estimate of the next reward is not called worth today’s price where that is old', async ({ device }) => {
  const page = await openWithMoney(device);
  const units = (tokens: number) => `${tokens}000000000000000000`;
  await change<PoolView>(page, '**/api/pool', (pool) => ({
    ...pool,
    excluded: null,
    nextAmount: units(100),
    average: units(10),
    heldByAll: units(100),
  }));
  await page.goto('/pages/reward/index');
  const estimate = page.getByRole('region', { name: /reward, an estimate/ });
  await expect(estimate).toContainText(/≈ [\d.]+ EUR/);
  await expect(estimate).toContainText(oldPrice);
  await expect(estimate).toContainText(oldRate);
  await expect(estimate).not.toContainText('at today’s price');
  await change<PreferencesView>(page, '**/api/preferences', (given) => ({
    ...given,
    currencyUnit: 'eur',
    hideBalances: true,
  }));
  await page.reload();
  await expect(estimate).toContainText(/≈ •/);
  await expect(estimate).not.toContainText('at today’s price');
});
