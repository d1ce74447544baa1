import { expect, type Page } from '@playwright/test';
import type { PriceHistoryView, WorthView } from '@tern/contracts/routes/home';
import type { OverviewView } from '@tern/contracts/routes/wallets';
import { assetRow } from '../pages/home-page.ts';
import type { Scene } from './scene.ts';

// A month of a wallet takes a month to live: these scenes answer for the server what only time makes.

const dayMs = 86_400_000;
const steps = 96;
const usdt = (cents: number) => String(cents * 10_000);

/** A month in which money came in twice and went out once, and prices moved a little. */
function month(): WorthView {
  const until = Date.now();
  const points = Array.from({ length: steps + 1 }, (_, point) => {
    const moved = (point >= 24 ? 38_000 : 0) + (point >= 70 ? 25_000 : 0) - (point >= 90 ? 25_100 : 0);
    return usdt(176_836 + moved + ((point * 37) % 29) * 20 + point * 8);
  });
  return {
    from: new Date(until - 30 * dayMs).toISOString(),
    until: new Date(until).toISOString(),
    startedAt: new Date(until - 90 * dayMs).toISOString(),
    points,
    change: {
      since: new Date(until - 30 * dayMs).toISOString(),
      amount: usdt(39_228),
      inOut: usdt(37_900),
      rewards: usdt(1_620),
      prices: usdt(-292),
    },
    marks: [
      { point: 24, direction: 'in' },
      { point: 70, direction: 'in' },
      { point: 90, direction: 'out' },
    ],
    without: [],
  };
}

/** A day of prices with two hours in which nobody said one. */
function dayWithGap(): PriceHistoryView {
  const until = Date.now();
  const points = Array.from({ length: steps + 1 }, (_, point) =>
    point > 40 && point < 48 ? null : `0.${2690 + point + ((point * 7) % 5)}`,
  );
  return {
    from: new Date(until - dayMs).toISOString(),
    until: new Date(until).toISOString(),
    series: [
      { assetId: 'trx', points },
      { assetId: 'reward', points: points.map(() => '0.1') },
    ],
  };
}

async function openWithMonth(page: Page): Promise<void> {
  await page.route('**/api/wallets/*/worth?*', (route) => route.fulfill({ json: month() }));
  await page.route('**/api/prices/history?*', (route) => route.fulfill({ json: dayWithGap() }));
  await page.goto('/pages/index/index');
  await expect(page.getByText('In and out')).toBeVisible();
}

export const worthScenes: readonly Scene[] = [
  { name: 'home-line', as: 'owner', open: openWithMonth },
  {
    name: 'home-touch',
    as: 'owner',
    open: async (page) => {
      await openWithMonth(page);
      await page.getByRole('slider', { name: 'Worth over time' }).fill('50');
      await expect(page.getByText('Lift your finger to return to now')).toBeVisible();
    },
  },
  {
    name: 'home-stale',
    as: 'owner',
    open: async (page) => {
      await page.route('**/api/wallets/*/overview', async (route) => {
        const overview = (await (await route.fetch()).json()) as OverviewView;
        const at = new Date(Date.now() - 25 * 60_000).toISOString();
        const balances = overview.balances.map((balance) => ({
          ...balance,
          price: balance.price && { ...balance.price, at, stale: balance.assetId !== 'usdt' },
        }));
        await route.fulfill({ json: { ...overview, balances } });
      });
      await openWithMonth(page);
      await expect(page.getByText('minutes old').first()).toBeVisible();
    },
  },
  {
    name: 'home-asset-gap',
    as: 'owner',
    open: async (page) => {
      await openWithMonth(page);
      await assetRow(page, 'TRX').click();
      await expect(page.getByText('No price data from')).toBeVisible();
    },
  },
];
