import { expect, type Page } from '@playwright/test';
import type { PriceHistoryView, WorthView } from '@tern/contracts/routes/home';
import type { OverviewView } from '@tern/contracts/routes/wallets';
import { assetRow } from '../pages/home-page.ts';
import type { Scene } from './scene.ts';

// A month of a wallet takes a month to live: these scenes answer for the server what only time makes.

const dayMs = 86_400_000;
const steps = 96;
const usdt = (cents: number) => String(cents * 10_000);

/** A month in which money came in twice and went out once, and prices moved a little; it ends at the total. */
function month(total: string): WorthView {
  const until = Date.now();
  const cents = Array.from({ length: steps + 1 }, (_, point) => {
    const moved = (point >= 24 ? 38_000 : 0) + (point >= 70 ? 25_000 : 0) - (point >= 90 ? 25_100 : 0);
    return 176_836 + moved + ((point * 37) % 29) * 20 + point * 8;
  });
  const before = BigInt(total) - BigInt(usdt(cents.at(-1) ?? 0));
  return {
    from: new Date(until - 30 * dayMs).toISOString(),
    until: new Date(until).toISOString(),
    startedAt: new Date(until - 90 * dayMs).toISOString(),
    points: cents.map((each) => String(before + BigInt(usdt(each)))),
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
    point > 40 && point < 48 ? null : `0.${2900 + point + ((point * 7) % 5)}`,
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

/** A wallet of half a year in which nothing has ever been. */
function emptyHalfYear(): WorthView {
  const [from, until] = [Date.now() - 180 * dayMs, Date.now()].map((at) => new Date(at).toISOString());
  return { from: from ?? '', until: until ?? '', startedAt: null, points: [], change: null, marks: [], without: [] };
}

async function openWithMonth(page: Page): Promise<void> {
  await page.route('**/api/wallets/*/worth?*', async (route) => {
    const walletId = /wallets\/([^/]+)/.exec(route.request().url())?.[1];
    const overview = await page.request.get(`/api/wallets/${walletId}/overview`);
    await route.fulfill({ json: month(((await overview.json()) as OverviewView).total.value) });
  });
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
      const line = page.getByRole('slider', { name: 'Value over time' });
      await line.dispatchEvent('pointerdown', { pointerType: 'touch' });
      await line.fill('50');
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
    name: 'home-on-its-way',
    as: 'owner',
    open: async (page) => {
      // What takes a minute is held: the newest arrival is always at the twelfth of its blocks, the newest send before its first.
      await page.route('**/api/records?*', async (route) => {
        const response = await route.fetch();
        const answer = (await response.json()) as { records: { id: string; direction: string; status: string }[] };
        const newest = (direction: string) => answer.records.find((each) => each.direction === direction)?.id;
        const [arrival, send] = [newest('in'), newest('out')];
        const records = answer.records.map((record) => {
          if (record.id === send) return { ...record, status: 'withdrawing', confirmations: null };
          if (record.id !== arrival) return record;
          return { ...record, status: 'confirming', confirmations: { seen: 12, required: 19 } };
        });
        await route.fulfill({ response, json: { ...answer, records } });
      });
      await openWithMonth(page);
      const onItsWay = page.getByRole('region', { name: 'On its way' });
      await expect(onItsWay).toContainText('12 of 19 confirmations');
      await expect(onItsWay.getByText(/^\+.* incoming$/)).toBeVisible();
      await expect(onItsWay.getByText(/^−.* outgoing$/)).toBeVisible();
    },
  },
  {
    name: 'home-line-in-euros',
    as: 'owner',
    open: async (page) => {
      // Said to be chosen, and not kept: the other scenes of this person are in USDT.
      await page.route('**/api/preferences', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...((await response.json()) as object), currencyUnit: 'eur' } });
      });
      const at = new Date(Date.now() - 3 * dayMs).toISOString();
      const euro = { unit: 'eur', symbol: 'EUR', usdtPrice: '1.25', source: 'central-bank', at, stale: true };
      await page.route('**/api/currencies', (route) => route.fulfill({ json: { currencies: [euro] } }));
      await openWithMonth(page);
      // The line ends at the total above it.
      const total = (await page.getByRole('region', { name: 'Total' }).locator('.number').first().textContent()) ?? '';
      expect(total).toMatch(/\d\.\d\d$/);
      const line = page.getByRole('slider', { name: 'Value over time' });
      await expect(line).toHaveAttribute('aria-valuetext', new RegExp(`: ${total.replaceAll('.', '\\.')} EUR$`));
      await expect(page.getByText('Exchange rate of').first()).toBeVisible();
      await assetRow(page, 'TRX').click();
      await expect(page.getByRole('dialog', { name: 'TRX' })).toContainText('EUR per TRX');
    },
  },
  {
    name: 'home-old-and-empty',
    as: 'newcomer',
    open: async (page) => {
      await page.route('**/api/wallets/*/worth?*', (route) => route.fulfill({ json: emptyHalfYear() }));
      await page.goto('/pages/index/index');
      await expect(page.getByRole('heading', { name: 'Make your first deposit' })).toBeVisible();
      await expect(page.getByText('Your history starts today')).toHaveCount(0);
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
